/** A text of sections that stays below a length: objects that do not fit are counted instead, and open sections are always closed. */
export class SizeLimitedText {
  #text = "";
  #closing: string[] = [];
  #omitted = 0;

  /** @param note says how many objects were left out. */
  constructor(
    private readonly longest: number,
    private readonly note: (count: number) => string,
  ) {}

  /** Adds text that is short; it is left out where nothing fits any more. */
  add(text: string): void {
    if (this.#fits(text)) this.#text += text;
  }

  /** Adds what stands for one object, or counts it. After the first that does not fit none is added, so that none seems unchanged. */
  addObject(text: string): void {
    if (this.#omitted === 0 && this.#fits(text)) this.#text += text;
    else this.#omitted += 1;
  }

  open(text: string, closing: string): void {
    const fits = this.#omitted === 0 && this.#fits(text + closing);
    if (fits) this.#text += text;
    this.#closing.push(fits ? closing : "");
  }

  close(): void {
    this.#text += this.#closing.pop() ?? "";
  }

  toString(): string {
    return this.#omitted > 0 ? this.#text + this.note(this.#omitted) : this.#text;
  }

  /** What must follow in any case has its place kept. */
  #fits(text: string): boolean {
    const reserved = this.#closing.join("").length + this.note(Number.MAX_SAFE_INTEGER).length;
    return this.#text.length + text.length + reserved <= this.longest;
  }
}

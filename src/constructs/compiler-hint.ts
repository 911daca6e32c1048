declare const CODE: unique symbol;

/** Code to write, which the errors of the compiler show. No value has this type. */
export interface Use<Code extends string> {
  readonly [CODE]: Code;
}

/** Names that authors write by mistake, as props. The compiler's error contains the code to write instead. */
export type Synonyms<S> = { readonly [K in keyof S]?: Use<S[K] & string> };

/** Props whose errors name the helper to use. `H` contains the code by prop. */
export type WithHints<P, H extends Readonly<Partial<Record<keyof P, string>>>> = {
  [K in keyof P]: K extends keyof H ? P[K] | Use<H[K] & string> : P[K];
};

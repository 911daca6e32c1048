import { type MarkdownSpan, markdownLines } from "../../../drawing/markdown";

/** Content of a Markdown tile. Its text comes from the server, so only known elements are created from it. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div class="chart text">
      {markdownLines(text).map(({ kind, depth, mark, spans }, index) =>
        kind === "rule" ? (
          <hr key={index} />
        ) : (
          <p key={index} class={`line ${kind}`} style={{ "--depth": depth }}>
            {mark && <span class="mark">{mark}</span>}
            {spans.map((span, at) => (
              <Span key={at} {...span} />
            ))}
          </p>
        ),
      )}
    </div>
  );
}

function Span({ text, style: Element, href }: MarkdownSpan) {
  const content = Element ? <Element>{text}</Element> : <span>{text}</span>;
  if (href === undefined) {
    return content;
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {content}
    </a>
  );
}

import { isPage, plainText } from "../../../../src/client/http/response-text";

test.each([
  ["<html><head><title>t</title><style>a{}</style ></head><body>Bad <b>Gateway</b></body></html>", "Bad Gateway"],
  ["<SCRIPT type='x'>if (a < b) {}</Script>after", "after"],
  ["a &lt;b&gt; &amp;&nbsp;c", "a <b> & c"],
  ["&quot;a&quot; &#39;b&#39; &copy;", "\"a\" 'b' &copy;"],
  ["a<i>b</i>c", "a b c"],
  ["a<br/>script<b>b</b></script>c", "a script b c"],
  ["no end <b", "no end <b"],
  ["<script>never closed", "never closed"],
  ["<script>a</style>b<script>c</script>d", "d"],
  ["<titles>seen</titles>", "seen"],
  ["a\n\n  b", "a b"],
  ["", ""],
])("the visible text of the page %j is %j", (page, text) => {
  expect(plainText(page)).toBe(text);
});

test.each(["<", "<a", "<b>", "<script", "<script>", "</script ", "< >"])(
  "megabytes of %j are read in a short time",
  (piece) => {
    const { length } = plainText(piece.repeat(1_000_000));
    expect(length).toBeLessThanOrEqual(piece.length * 1_000_000);
  },
);

test.each<[string | undefined, string, boolean]>([
  ["text/html", "<h1>Not found</h1>", true],
  ["text/html; charset=utf-8", "Too many requests, please try again later.", false],
  [undefined, "  <!DOCTYPE html>", true],
  ["application/json", '{"a":"<b>"}', false],
])("a response with the content type %p and the text %j is an HTML page: %p", (type, text, expected) => {
  expect(isPage(type, text)).toBe(expected);
});

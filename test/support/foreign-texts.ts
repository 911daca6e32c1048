// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what Terraform and cdktf would take for templates and tokens is what these texts are about.
/**
 * Texts of users that a program must not interpret: as Terraform templates, tokens of cdktf, or the end of a string, a
 * comment or a heredoc.
 */
export const FOREIGN_TEXTS: readonly string[] = [
  '${file("/etc/hostname")}',
  "%{ if true }yes%{ else }no%{ endif }",
  "${var.secret} and ${local.secret}",
  ...["$${a}", "$$${a}", "$$$${a}", "%%{ if true }", "%%%{", "$${", "${", "%{", "${~ 1 ~}"],
  ...["$", "{", "}", "%", "$ {", "} ${ {", '${"$"}{a}', '${"${1 + 1}"}', '${"["}', '${"e"}'],
  "\"double\" 'single' `back`",
  "back\\slash \\n \\u0041 \\${x} \\\\",
  "line\u2028paragraph\u2029next\u0085",
  "nul\u0000bell\u0007escape\u001b[31mdelete\u007f",
  "\ttab\r\nand\nlines\n",
  "\u202eright to left\u2066 isolated\u2069",
  "\ufeffbyte order mark \u{1f600} \u00e9",
  "MARKDOWN\n${x}\nEOT\n  MARKDOWN\nSQL",
  "one\ntwo\n",
  "*/ // # /* <!-- --> <script>alert(1)</script>",
  ...["${TfToken[TOKEN.0]}", "$${TfToken[TOKEN.1]}", "#{TfToken[TOKEN.0]}", "&{TfToken[TOKEN.0]}", "TfToken[TOKEN.0]"],
  ...["$#{TfToken[TOKEN.0]}", "%#{TfToken[TOKEN.0]}", "%${TfToken[TOKEN.0]}", "$%&{TfToken[TOKEN.0]}"],
  ...["String Map Token Value", "Any Map Token Value", "-123456789"],
  ...["1e5 and -8.109562212591379e+298 and -8.109562212591379e+298", "-1.8e-289 e2 4.e+1"],
  ...["__proto__", "constructor", "toString"],
];

/** Texts with unpaired surrogates. No server can store them, and no engine can send them. */
export const HALVES: readonly string[] = ["\ud800", "high \udbff low", "\udc00\ud800"];

import { BY_HOST, converted, query, threshold } from "./rule-fixture";

/** Titles, labels, annotations and templates of rules. */

const HOSTS = { steps: [query(BY_HOST), threshold("gt", [5], "A")] };

test("the title, labels and annotations are in the expected fields of the alert", () => {
  const { outcome, fields } = converted({
    labels: { severity: "critical" },
    annotations: {
      ...{ summary: "Too many errors", description: "Look at the logs.", owner: "team a" },
      ...{ runbook_url: "https://wiki.example.com/errors", __dashboardUid__: "d1", __panelId__: "7" },
    },
  });
  expect(outcome?.class).toBe("exact");
  expect(fields).toMatchObject({
    ...{ displayName: "Errors", name: "Too many errors", message: "Look at the logs.\nowner: team a" },
    note: "Runbook: https://wiki.example.com/errors\n\nDashboard in Grafana: d1\n\nPanel in Grafana: 7",
    tags: ["severity:critical", "folder:Shop", "group:checkout"],
  });
});

test("an empty annotation is not a line of the message", () => {
  const { outcome, fields } = converted({ annotations: { doc: "", description: "Look at the logs." } });

  expect(outcome?.class).toBe("exact");
  expect(fields.message).toBe("Look at the logs.");
});

test("texts and tags are cut at the limits of servers, with a difference", () => {
  const { outcome, fields } = converted({
    labels: {
      host: "x".repeat(40),
      ...Object.fromEntries(Array.from({ length: 59 }, (_, index) => [`label${index}`, "x"])),
    },
    annotations: { summary: "s".repeat(600), description: "d".repeat(5000) },
  });
  expect(outcome?.differences).toEqual([
    "The field `tags` is cut after 50 of 62 values.",
    "The field `tags` is cut after 32 of 45 characters.",
    "The field `name` is cut after 512 of 600 characters.",
    "The field `message` is cut after 4096 of 5000 characters.",
  ]);
  expect(fields.tags).toHaveLength(50);
});

test("a label with a template is left out", () => {
  const { outcome, fields } = converted({ labels: { host: "{{ $labels.host }}" } });
  expect(fields.tags).toEqual(["folder:Shop", "group:checkout"]);
  expect(outcome?.differences).toEqual([
    "Labels that are templates or empty are left out: an alert has only fixed tags.",
  ]);
});

test.each([
  ["{{ $labels.host }} is down", "{{{attributes.host}}} is down"],
  ["{{.Labels.host}}", "{{{attributes.host}}}"],
  ['{{ index $labels "host" }}', "{{{attributes.host}}}"],
  ["{{ $value }} {{ .Value }}", "{{value}} {{value}}"],
  ["{{ $values.A }} {{ $values.A.Value }}", "{{value}} {{value}}"],
  ['{{ printf "%.2f" $values.A.Value }}', "{{value}}"],
  ['{{ $values.A.Value | printf "%.0f" }}', "{{value}}"],
  ["{{ humanize $value }}", "{{value}}"],
  ["{{ humanizePercentage $values.A.Value }}", "{{value}}"],
  ['{{ if eq $labels.host "a" }}A{{ else }}B{{ end }}', '{{#if (eq attributes.host "a")}}A{{else}}B{{/if}}'],
  ["{{ $labels.alertname }} in {{ $labels.grafana_folder }}", "Errors in Shop"],
  ["{{ $labels.severity }}", "critical"],
  ["{{- $labels.host -}}", "{{{attributes.host}}}"],
  ["C:\\{{ $value }}", "C:\\\\{{value}}"],
  ["call @oncall and @here, not a@b.c", "call (@oncall) and (@here), not a@b.c"],
])("the template %s becomes %s", (summary, name) => {
  const { outcome, fields } = converted({ ...HOSTS, labels: { severity: "critical" }, annotations: { summary } });
  expect(fields.name).toBe(name);
  expect(outcome?.differences).toEqual([]);
});

test.each([
  ["{{ $values.Z.Value }}", "$values.Z.Value"],
  ["{{ $labels.unknown }}", "$labels.unknown"],
  ['{{ template "x" . }}', 'template "x" .'],
  ["{{ range $k, $v := $labels }}x{{ end }}", "range $k, $v := $labels x end"],
  ["open {{ $value", "open  $value"],
  ["close }} {{ $value }}", "close   $value"],
  ["{{ end }}", "end"],
])("the template %s becomes text, with a difference", (summary, name) => {
  const { outcome, fields } = converted({ ...HOSTS, annotations: { summary } });
  expect(String(fields.name).replaceAll(/\s+/g, " ")).toBe(name.replaceAll(/\s+/g, " "));
  expect(outcome).toMatchObject({
    class: "approximated",
    differences: expect.arrayContaining([expect.stringMatching(/It becomes text\.$/)]),
  });
});

test("names of labels that servers cannot use are changed", () => {
  const sql = 'SELECT a AS "x..y", b AS "value", c AS "http.code", count() AS n FROM t GROUP BY a, b, c';
  const {
    outcome,
    fields,
    sql: written,
  } = converted({
    steps: [query(sql), threshold("gt", [5], "A")],
    annotations: { summary: '{{ index $labels "http.code" }}' },
  });
  expect(outcome?.differences).toEqual([
    'The label "x..y" is renamed to "x.y".',
    'The label "value" is renamed to "label_value".',
  ]);
  expect(written).toContain('AS "x.y"');
  expect(fields.name).toBe("{{{attributes.http.code}}}");
});

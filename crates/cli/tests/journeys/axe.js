// What axe finds, as lines. Runs as the body of a function; the scheme is given.
const [scheme] = arguments;
const options = scheme === "light"
  ? { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }
  : { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };
options.resultTypes = ["violations"];
return axe.run(document, options).then((found) => found.violations.flatMap((rule) =>
  rule.nodes.map((node) => `${scheme}: ${rule.impact}: ${rule.id}: ${rule.help}: ${node.target.join(" ")}: ${node.any.concat(node.all, node.none).map((check) => check.message).join("; ")}`)));

// What is cut or out of the window, as lines. Runs as the body of a function.
const faults = [];
const width = document.documentElement.clientWidth;
if (document.documentElement.scrollWidth > width) {
  faults.push(`scrolls sideways: ${document.documentElement.scrollWidth} in ${width}`);
}
const name = (element) => {
  const id = element.id ? `#${element.id}` : element.className ? `.${String(element.className.baseVal ?? element.className).replaceAll(" ", ".")}` : "";
  return `<${element.localName}${id}> "${element.textContent.trim().slice(0, 60)}"`;
};
const isHidden = (element) => element.closest(".hidden, .skip, [hidden], svg") || !element.checkVisibility({ visibilityProperty: true });
const scrolls = (element) => {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (["auto", "scroll"].includes(getComputedStyle(at).overflowX)) return true;
  }
  return false;
};
for (const element of document.body.querySelectorAll("*")) {
  if (isHidden(element) || ["option", "script", "style"].includes(element.localName)) continue;
  const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const isField = ["select", "input", "textarea", "button"].includes(element.localName);
  if (!hasText && !isField) continue;
  const style = getComputedStyle(element);
  const holds = ["auto", "scroll"].includes(style.overflowX);
  if (element.clientWidth > 0 && !holds && element.scrollWidth > element.clientWidth + 1) {
    faults.push(`cut: ${element.scrollWidth} in ${element.clientWidth}: ${name(element)}`);
  }
  if (element.clientHeight > 0 && style.overflowY === "hidden" && element.scrollHeight > element.clientHeight + 1) {
    faults.push(`cut below: ${element.scrollHeight} in ${element.clientHeight}: ${name(element)}`);
  }
  const box = element.getBoundingClientRect();
  if (box.width > 0 && (box.right > width + 1 || box.left < -1) && !scrolls(element)) {
    faults.push(`out of the window: ${Math.round(box.left)} to ${Math.round(box.right)} in ${width}: ${name(element)}`);
  }
  if (element.localName === "select" && style.textOverflow !== "ellipsis" && element.selectedOptions[0]) {
    const brush = document.createElement("canvas").getContext("2d");
    brush.font = style.font;
    const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const text = element.selectedOptions[0].textContent.trim();
    if (brush.measureText(text).width > room) faults.push(`cut choice: "${text}" in ${Math.round(room)}: ${element.id}`);
  }
}
// Words that are broken in the middle, where they would fit on a line of a phone.
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let broken = 0;
for (let text = texts.nextNode(); text && broken < 5; text = texts.nextNode()) {
  const holder = text.parentElement;
  if (!text.data.trim() || holder.closest("code, option, script, style, .sources") || isHidden(holder)) continue;
  for (const found of text.data.matchAll(/[\p{L}\p{N}]{2,18}/gu)) {
    const range = document.createRange();
    range.setStart(text, found.index);
    range.setEnd(text, found.index + found[0].length);
    const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
    if (lines.size > 1) {
      broken += 1;
      faults.push(`broken word: "${found[0]}" in ${name(holder)}`);
    }
  }
}
return faults;

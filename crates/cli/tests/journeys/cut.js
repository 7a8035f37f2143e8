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
  if (element.localName === "select" && element.selectedOptions[0]) {
    const brush = document.createElement("canvas").getContext("2d");
    brush.font = style.font;
    const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const text = element.selectedOptions[0].textContent.trim();
    if (brush.measureText(text).width > room) faults.push(`cut choice: "${text}" in ${Math.round(room)}: ${element.id}`);
  }
}
return faults;

// A paper: the browser prints it, or keeps it as PDF.

const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => window.print());

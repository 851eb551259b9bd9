/** Copies a table, or shows it to be copied by hand where the browser does not allow it. */

import { say } from "./dom.ts";

export async function copyText(text: string, button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    flash(button, "Copied");
  } catch {
    const area = document.createElement("textarea");
    area.className = "copy";
    area.value = text;
    area.setAttribute("aria-label", "Copy this text");
    button.parentElement!.append(area);
    area.select();
    say("The browser does not allow copying; the text is selected below.");
  }
}

function flash(button: HTMLElement, text: string): void {
  const before = button.textContent;
  button.textContent = text;
  say(text);
  setTimeout(() => {
    button.textContent = before;
  }, 1500);
}

/** Hands a file to the browser. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

import { announce, button, element } from "./element.ts";

/** The key, in this variable alone: it goes with the page. */
let key: string | null = null;

/** The key in use; null for none. */
export function currentKey(): string | null {
  return key;
}

/** Adds the place for a key below the field. It is sent by fetch in a header alone. */
export function addKeyField(): void {
  const ask = document.querySelector(".ask");
  if (ask === null || ask.querySelector(".key") !== null) return;
  // Not a password: browsers would offer to store it.
  const input = element("input", {
    id: "key",
    type: "text",
    class: "masked",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    required: "",
    maxlength: "200",
  });
  const state = element("p", { class: "key-state", role: "status" });
  const form = element(
    "form",
    {},
    element("label", { for: "key" }, "API key"),
    input,
    " ",
    element("button", {}, "Use"),
  );
  const forget = button("Forget the key", "tool-button", () => {
    key = null;
    say("The key is forgotten.");
  });
  forget.hidden = true;
  const say = (text: string) => {
    state.textContent = text;
    form.hidden = key !== null;
    forget.hidden = key === null;
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const tried = input.value.trim();
    input.value = "";
    void check(tried).then((problem) => {
      key = problem === null ? tried : null;
      say(
        problem ??
          "A key is used for reports, until this tab leaves or reloads the page. It is stored nowhere.",
      );
    });
  });
  const summary = element("summary", {}, "Use an API key");
  ask.append(element("details", { class: "key" }, summary, form, forget, state));
}

/** What is wrong with a key; null for nothing. It costs nothing. */
async function check(tried: string): Promise<string | null> {
  try {
    const response = await fetch("/api/v1/limits", { headers: { "X-API-Key": tried } });
    if (response.ok) return null;
    const { title } = (await response.json()) as { title?: string };
    return `${title ?? "The key was refused"}.`;
  } catch {
    announce("");
    return "The key could not be checked.";
  }
}

import { announce, button, element } from "./element.ts";

/** The API key. It is stored only in this variable, so it is lost when the user leaves the page. */
let key: string | null = null;

/** Returns the API key in use, or null if the user has entered no key. */
export function currentKey(): string | null {
  return key;
}

/** Adds the field for an API key below the search field. The key is only sent in a request header, with fetch. */
export function addKeyField(): void {
  const ask = document.querySelector(".ask");
  if (ask === null || ask.querySelector(".key") !== null) return;
  // The field is not a password field, because browsers would offer to store the key.
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
    say("The key was removed from this page.");
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
        problem ?? "The key is used for reports until this tab leaves or reloads the page. It is not stored.",
      );
    });
  });
  const summary = element("summary", {}, "Use an API key");
  ask.append(element("details", { class: "key" }, summary, form, forget, state));
}

/** Returns the problem with a key; null if the key is valid. The check costs no units. */
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

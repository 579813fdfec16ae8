// Starts the reference in its page. The library is global: it was loaded before.
/* global SwaggerUIBundle */
const place = document.querySelector("#reference");
const dark = matchMedia("(prefers-color-scheme: dark)");
const dress = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dress();
dark.addEventListener("change", dress);
const GENERAL = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "RateLimit",
  "RateLimit-Policy",
  "X-Request-Cost",
  "X-Request-Id",
];
start().catch((error) => {
  place.textContent = `The reference could not be loaded: ${error.message}`;
});

async function start() {
  const response = await fetch(place.dataset.document);
  if (!response.ok) throw new Error(`status ${response.status}`);
  const spec = await response.json();
  // Calls go where the page came from: another name of the same API would be another origin.
  spec.servers = [{ url: location.origin }];
  // Headers that all answers have are shown at the success: eleven times the same table hides what differs.
  for (const response of Object.values(spec.components.responses)) {
    for (const name of GENERAL) delete response.headers[name];
  }
  SwaggerUIBundle({
    domNode: place,
    spec,
    // Else the document would be sent to a server of the library's makers.
    validatorUrl: null,
    supportedSubmitMethods: ["get"],
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 3,
    tryItOutEnabled: true,
    onComplete: () => place.setAttribute("data-ready", ""),
  });
}

/** Elements by construction: what is not an element is text, so no text of a record becomes markup. */

/** An element with attributes (a function is a listener, null or false leaves one out) and children. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** The element of the page with an ID. */
export function byId(id) {
  return document.getElementById(id);
}

/** Sets a text where it has changed; a page that plays writes the same texts again and again. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Some names of many. */
export function someOf(names, most = 6) {
  return names.length <= most
    ? names.join(", ")
    : `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
}

/** A count with its noun. */
export function counted(count, one, many = one + "s") {
  return `${count} ${count === 1 ? one : many}`;
}

// The page's content policy accepts only style elements with the nonce of the answer.
// Some libraries cannot set it, so it is added here to every style element created by a script.

/** Absent if the page is served without a policy, as in development. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined

/** Must run before the first library creates a style element. */
export function giveNonceToStyles(): void {
  if (!styleNonce) return
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = styleNonce
    return element
  }
  setStylesByObject()
}

/** The policy refuses the text of a style attribute, with which antd measures text areas, but not the style object. */
function setStylesByObject(): void {
  const { setAttribute } = HTMLElement.prototype
  HTMLElement.prototype.setAttribute = function (this: HTMLElement, name: string, value: string) {
    if (name === 'style') this.style.cssText = value
    else setAttribute.call(this, name, value)
  }
}

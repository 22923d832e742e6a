// The page's content policy takes style elements with the nonce of the answer only.
// Some libraries have no setting for it, so every style element that a script creates gets it here.

/** Absent where the page is served without a policy, as in development. */
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

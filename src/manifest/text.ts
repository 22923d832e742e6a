// What is a text for people? One sentence in every language of the product.

/** A text in the languages of the app, in their order (Chinese, English). */
export type Text = readonly [string, string]

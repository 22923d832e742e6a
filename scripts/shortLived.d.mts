// The types of shortLived.mjs, which runs before TypeScript can be loaded.

export const shortLived: readonly string[]

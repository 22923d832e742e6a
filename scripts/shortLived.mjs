// Arguments of Node for processes that end too soon for most optimizing of V8 to pay.

/** Functions wait fifteen times as long as usual for it. Releases later than 20 do not know the option. */
export const shortLived = process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : []

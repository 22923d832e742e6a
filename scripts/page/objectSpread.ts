// Joins objects as the language does, in the place of the helper that Babel puts into packages.
// The helper copies each property with its descriptor, for browsers that cannot spread: when a form of sixty fields
// opened, 8 % of all script.
export default Object.assign

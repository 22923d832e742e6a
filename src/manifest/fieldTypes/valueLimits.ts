// Limits of values that both a check and a description of the API state.

/** The eleven digits of a mainland mobile number. */
export const mobilePattern = /^1[3-9]\d{9}$/
/** Most characters of the parts of an address. */
export const addressLengths = { province: 20, city: 40, district: 40, detail: 200 } as const
/** Most characters of a file's name and media type. */
export const fileLengths = { name: 255, type: 200 } as const

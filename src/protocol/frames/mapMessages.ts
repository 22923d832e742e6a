// Messages between the product and the sandboxed frame with the script of a map service.
// The script is third-party code: messages are plain data, and the product validates every answer.
//
// frame -> product   { protocol, ready: boolean }         whether the script has loaded
// product -> frame   { protocol, id, ask, input }         ask: one of the names below
// frame -> product   { protocol, id, answer }             null: no result, or the service failed

export const mapProtocol = 'back-office-map/1'
/** The address of the frame at the product's own server. */
export const mapFrame = '/map-frame'

/**
 * tips: words -> [{name, district, location}]; place: words -> location; address: location -> {province, city, …};
 * here: nothing -> location. A location is {lng, lat}.
 */
export type MapRequestName = 'tips' | 'place' | 'address' | 'here'

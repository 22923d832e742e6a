// What do the product and the frame with a map service's script say to each other? The script is a stranger's and runs in a box of its own; it is asked with
// plain messages, and what it answers is plain data that the product checks.
//
//   frame -> product   { protocol, ready: boolean }         the script is there, or could not be had
//   product -> frame   { protocol, id, ask, input }         ask: one of the names below
//   frame -> product   { protocol, id, answer }             null: nothing was found, or the service failed

export const mapProtocol = 'back-office-map/1'
/** The address of the frame at our own server. */
export const mapFrame = '/map-frame'

/** tips: words -> [{name, district, location}]; place: words -> location; address: location -> {province, city, …}; here: nothing -> location. A location is {lng, lat}. */
export type MapAsk = 'tips' | 'place' | 'address' | 'here'

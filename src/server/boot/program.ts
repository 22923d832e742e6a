// The exports of the built server: the program and the commands that need its database.
export { backupCommand } from './backup/command'
export { accountCommand } from './first/command'
export { main } from './main'

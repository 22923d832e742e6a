// Entry of `npm run account -- LOGIN`: creates the first account of an empty production database.
// The server may run or be stopped; the environment of `npm start` names the data.
import { serverCommand } from './serverCommand.mjs'

const usage = `npm run account -- LOGIN

Makes the first account of a database that has none, by the tables in schemas/first, and prints its password once.
LOGIN is what the person types to sign in. Further accounts are made in the page.`

await serverCommand(
  usage,
  'which database (DATA_DIR or DATABASE_URL); the server may run meanwhile',
  ({ accountCommand }, login) => accountCommand(login),
)

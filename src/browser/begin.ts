// Entry of the page: requests what the first screen needs, then loads the page itself.
import { sendFirstRequests } from './firstRequests'

sendFirstRequests()
void import('./main')

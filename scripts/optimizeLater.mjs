// Lets V8 optimize later, in commands that compile the manifests once and end.
// Set here, because npm cannot give Node an argument that only some releases know.
import { setFlagsFromString } from 'node:v8'
import { shortLived } from './shortLived.mjs'

for (const flag of shortLived) setFlagsFromString(flag)

// The page of an unknown address.
import { FullPage } from '../../../controls/refusal/FullPage'

/** Draws the texts and links of the product's page for this. */
export default function NotFoundPart() {
  return <FullPage kind="missing" />
}

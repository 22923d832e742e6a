// The page of an unknown address.
import { FullPage } from '../../../controls/refusal/FullPage'

export default function NotFoundPart() {
  return <FullPage kind="missing" />
}

// The page of an unknown address.
import { FullPage } from '../../../controls/FullPage'

export default function NotFoundPart() {
  return <FullPage kind="missing" />
}

// The page that stands where there is none.
import { FullPage } from '../../shell/FullPage'

export default function NotFoundPart() {
  return <FullPage kind="missing" />
}

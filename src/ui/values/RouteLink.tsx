// A value that is an address within the application, as a link.
import { Link } from 'react-router-dom'
import { Icon } from '../controls/icons'

export function RouteLink({ to, title }: { to: string; title: string }) {
  return (
    <Link className="value-link" to={to} onClick={(event) => event.stopPropagation()}>
      {title} <Icon name="right" size={13} />
    </Link>
  )
}

// Icons of the layout, drawn as strokes on a grid of 24; manifests refer to them by name.
import type { CSSProperties } from 'react'
import type { IconName } from '../../manifest/context/drawnNames'

const drawings = {
  home: 'M4 11.5 12 5l8 6.5V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.6-3.6 3.6-5.5 7.5-5.5s6.9 1.9 7.5 5.5',
  users: [
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.8 19.5c.5-3.2 3-5 6.2-5s5.7 1.8 6.2 5',
    'M15.5 4.8a3.5 3.5 0 0 1 0 6.4M17.5 14.9c2.1.6 3.4 2.2 3.7 4.6',
  ].join(''),
  order: 'M7 4h10a1 1 0 0 1 1 1v15l-3-1.8-3 1.8-3-1.8L6 20V5a1 1 0 0 1 1-1ZM9.5 8.5h5M9.5 12h5',
  contract: 'M7 3.5h7l4 4V19.5a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1ZM14 3.5v4h4M9 13h6M9 16.5h4',
  money: 'M4 6.5h16v11H4zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM7 9v.01M17 15v.01',
  service: [
    'M5 13v-1a7 7 0 0 1 14 0v1M5 13.5v3a1.5 1.5 0 0 0 3 0v-3a1.5 1.5 0 0 0-3 0Z',
    'M16 13.5v3a1.5 1.5 0 0 0 3 0v-3a1.5 1.5 0 0 0-3 0ZM17.5 18c0 1.5-1.8 2.5-4 2.5',
  ].join(''),
  chart: 'M4 20h16M7 16.5v-5M12 16.5v-10M17 16.5v-7',
  store: [
    'M5 10v9.5h14V10',
    'M3.5 9.5 5 4.5h14l1.5 5a2.6 2.6 0 0 1-5 0 2.6 2.6 0 0 1-3.5 1.5 2.6 2.6 0 0 1-3.5-1.5 2.6 2.6 0 0 1-5 0Z',
    'M10 19.5v-4.5h4v4.5',
  ].join(''),
  build: 'M4 20h16M6 20V7l6-3.5L18 7v13M10 10.5h.01M14 10.5h.01M10 14.5h.01M14 14.5h.01M11 20v-2h2v2',
  box: 'M12 3.5 20 7.5v9l-8 4-8-4v-9zM4 7.5l8 4 8-4M12 11.5v9',
  channel: [
    'M12 8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM5.5 20.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
    'M18.5 20.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM12 8.5v3.5M5.5 15.5V12h13v3.5',
  ].join(''),
  book: 'M5 5.5A1.5 1.5 0 0 1 6.5 4H19v13.5H6.5A1.5 1.5 0 0 0 5 19zM5 19a1.5 1.5 0 0 0 1.5 1.5H19v-3',
  link: 'M13.5 4.5H19.5V10.5M19 5l-8.5 8.5M17.5 14v4.5a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1H10',
  chain: 'M10 14a4 4 0 0 0 5.7 0l2.6-2.6a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-2.6 2.6a4 4 0 0 0 5.7 5.7l1-1',
  calendar: 'M5 6h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1ZM4 10.5h16M8.5 3.5v4M15.5 3.5v4',
  warning: 'M12 4.5 20.5 19h-17zM12 10v4.5M12 16.9h.01',
  edit: 'M4.5 19.5l1-4L16 5l3 3L8.5 18.5zM14 7l3 3',
  settings: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h4M12 12h8',
  contacts: [
    'M6.5 3.5h11a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1Z',
    'M12 12a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6ZM8.3 16.7c.5-1.9 2-2.7 3.7-2.7s3.2.8 3.7 2.7M3.5 8h3',
    'M3.5 16h3',
  ].join(''),
  bell: 'M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5M4.5 16.5h15M10 19.5a2.1 2.1 0 0 0 4 0',
  keyboard: [
    'M4 7h16a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1ZM7 10.5h.01M10.3 10.5h.01',
    'M13.7 10.5h.01M17 10.5h.01M8.5 14h7',
  ].join(''),
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  fold: 'M4 6.5h16M10 12h10M4 17.5h16M7 9.5 4.5 12 7 14.5',
  unfold: 'M4 6.5h16M10 12h10M4 17.5h16M4.5 9.5 7 12l-2.5 2.5',
  full: 'M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15',
  unfull: 'M9 4.5V9H4.5M19.5 9H15V4.5M15 19.5V15h4.5M4.5 15H9v4.5',
  expand: 'M14 4.5h5.5V10M19.5 4.5 13 11M10 19.5H4.5V14M4.5 19.5 11 13',
  shrink: 'M13 5.5V11h5.5M13 11l6.5-6.5M11 18.5V13H5.5M11 13l-6.5 6.5',
  print: 'M7 9V4h10v5M7 17H4.5V9.5h15V17H17M7 14h10v6H7z',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5l4.5 4.5',
  close: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  down: 'M7 10l5 5 5-5',
  right: 'M10 7l5 5-5 5',
  language: [
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c2.5 2.5 3.5 5.5 3.5 8.5s-1 6-3.5 8.5',
    'M12 3.5C9.5 6 8.5 9 8.5 12s1 6 3.5 8.5',
  ].join(''),
  textSize: 'M4 18.5 8.5 6.5 13 18.5M5.5 14.5h6M14.5 18.5l2.7-7 2.8 7M15.5 16h3.5',
  palette: [
    '',
    'M12 3.5a8.5 8.5 0 0 0 0 17c1.5 0 2-1 1.6-2.1-.5-1.4.3-2.4 1.7-2.4h2a3.2 3.2 0 0 0 3.2-3.3C20.5 7.5 16.7 3.5 12 3.5Z',
    'M7.5 12h.01M9.5 8h.01M14 7.5h.01M17 10.5h.01',
  ].join(''),
  out: 'M14 4.5H5.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1H14M10 12h10M16.5 8.5 20 12l-3.5 3.5',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15',
  bug: [
    'M8 9.5h8v5a4 4 0 0 1-8 0zM9 9.5a3 3 0 0 1 6 0M4 8.5l4 2M20 8.5l-4 2M3.5 14H8M16 14h4.5M4.5 19.5l4-2.5',
    'M19.5 19.5l-4-2.5',
  ].join(''),
  lock: 'M6 10.5h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1ZM8 10.5V8a4 4 0 0 1 8 0v2.5',
  dot: 'M12 13a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z',
  columns: 'M4.5 5h15v14h-15zM9.5 5v14M14.5 5v14',
  view: 'M4.5 8h11v11h-11zM8.5 8V4.5h11v11h-4',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 19.5h14',
  copy: 'M9 8.5h10v11H9zM5 15.5v-11h10',
  back: 'M19 12H5M10.5 6.5 5 12l5.5 5.5',
  up: 'M7 14l5-5 5 5',
  pin: 'M9 4h6l-.7 5.5 3.2 3.5H6.5l3.2-3.5zM12 13v7',
  drag: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2',
  filter: 'M4.5 6h15M7.5 12h9M10.5 18h3',
  minus: 'M5 12h14',
  turn: 'M19.5 12a7.5 7.5 0 1 1-7.5-7.5h6M15 1.5l3 3-3 3',
  plus: 'M12 5v14M5 12h14',
  file: 'M7 3.5h7l4 4V19.5a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1ZM14 3.5v4h4',
  camera:
    'M4.5 7.5H8l1.5-2.5h5L16 7.5h3.5a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V8.5a1 1 0 0 1 1-1ZM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z',
  check: 'M5 12.5 10 17.5 19.5 7',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
} as const satisfies Record<IconName, string>

interface IconProps {
  readonly name: IconName
  readonly size?: number
  readonly className?: string
  readonly style?: CSSProperties
}

/** A decorative icon without an accessible name. Sizes in CSS pixels. */
export function Icon({ name, size = 18, className, style }: IconProps) {
  const bold = name === 'more' || name === 'drag' || name === 'dot'
  return (
    <svg
      className={className}
      style={style}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={bold ? 2.4 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={drawings[name]} />
    </svg>
  )
}

/** The icon that a manifest names; a dot for none or an unknown one. */
export function iconOf(name: string | undefined): IconName {
  return name !== undefined && Object.hasOwn(drawings, name) ? (name as IconName) : 'dot'
}

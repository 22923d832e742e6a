// Passes notifications from code without a view to the component that shows them.
// Notifications wait until such a component is mounted.

export type Severity = 'success' | 'warning' | 'error' | 'info'

export interface ConfirmRequest {
  readonly title: string
  readonly text?: string
  readonly ok: string
  /** Absent: the only choice is to confirm. */
  readonly cancel?: string
  readonly danger?: boolean
  /** Information instead of a warning. Only without `cancel`. */
  readonly informs?: boolean
}

/** A link of a notice, or its undo. */
export interface NotificationLink {
  readonly text: string
  readonly follow: () => void
  /** true: following it leaves the notice and its other links where they are. */
  readonly staysOpen?: boolean
}

export interface NotificationOptions {
  /** The changed records, by qualified id: ends earlier notices about one of them, whose buttons the write outdates. */
  readonly about?: readonly string[]
  readonly link?: NotificationLink
  /** What comes next. */
  readonly next?: NotificationLink
  /** Undoes what the notice reports, for so many seconds; the notice stays as long, in a place that covers nothing. */
  readonly undo?: NotificationLink & { readonly seconds: number }
}

/** The component that draws notices. */
export interface NotificationView {
  say(severity: Severity, text: string, options?: NotificationOptions): void
  /** true: agreed. */
  confirm(question: ConfirmRequest): Promise<boolean>
}

export interface Notifications extends NotificationView {
  /** Attaches a view; the returned function detaches it. */
  attach(view: NotificationView): () => void
}

/** A queue in front of one view at a time. A question resolves once a view is attached and the user has answered. */
export function createNotifications(): Notifications {
  let view: NotificationView | undefined
  let waiting: ((view: NotificationView) => void)[] = []
  const whenAttached = (act: (view: NotificationView) => void) => {
    if (view) act(view)
    else waiting.push(act)
  }
  return {
    say: (severity, text, options) => whenAttached((attached) => attached.say(severity, text, options)),
    confirm: (question) =>
      new Promise((resolve, reject) =>
        whenAttached((attached) => void attached.confirm(question).then(resolve, reject)),
      ),
    attach(next) {
      view = next
      const queued = waiting
      waiting = []
      for (const act of queued) act(next)
      return () => {
        if (view === next) view = undefined
      }
    },
  }
}

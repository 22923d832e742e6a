// What stands on a dashboard, under an address that a specification gives? The blocks of the screen that the options name.
import { readDashboard } from './dashboard'
import type { Operation } from './operation'

/** Options: screen. */
export const screenFigures: Operation = {
  check: ({ options }, app) =>
    app.screens[String(options.screen)]?.kind === 'dashboard'
      ? []
      : ['options.screen must be the address of a dashboard.'],
  run: (context, _input, { options }) => readDashboard(context, { screen: String(options.screen) }),
}

// Serves a dashboard's blocks at an address of a specification; the options name the screen.
import { readDashboard } from './dashboard'
import type { Operation } from '../contract/operation'

/** Options: screen. */
export const screenFigures: Operation = {
  large: true,
  check: ({ options }, app) =>
    app.screens[String(options.screen)]?.kind === 'dashboard'
      ? []
      : ['options.screen must be the address of a dashboard.'],
  run: (context, _input, { options }) => readDashboard(context, { screen: String(options.screen) }),
}

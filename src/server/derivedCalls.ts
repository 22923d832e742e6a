// Which calls does every App have? Those of protocol/calls.ts, each with its shape and the operation that answers it. Who may read or run what is judged by the operations.
import type {
  BatchRequest,
  CalendarRequest,
  DashboardRequest,
  EntityRequest,
  ExportRequest,
  ListRequest,
  OptionsRequest,
  OutsidePasswordRequest,
  OutsideRequest,
  PreferenceRequest,
  RecordRequest,
  ReminderRequest,
  ReportRequest,
  RunRequest,
  ScreenRequest,
  ThumbnailRequest,
  TimelineRequest,
} from '../protocol/calls'
import type { Target } from './declaredCalls'
import { runDependencies } from './committed'
import { runBatch } from './operations/batch'
import { readBoot } from './operations/boot'
import { readCalendar } from './operations/calendar'
import { readDashboard } from './operations/dashboard'
import { readThumbnail } from './operations/download'
import { entryOf } from './operations/entry'
import { openEvents } from './operations/events'
import { exportScreen } from './operations/exportReport'
import { readList } from './operations/list'
import type { RequestContext } from './operations/operation'
import { readOptions } from './operations/options'
import { enterOutside, keepPasswordOutside, launchOutside } from './operations/outside'
import { keepPreference } from './operations/preference'
import { readRecord } from './operations/record'
import { readReminder } from './operations/reminder'
import { readReport } from './operations/report'
import { runTransition } from './operations/run'
import { readEntity, readScreen } from './operations/screen'
import { readTimeline } from './operations/timeline'
import { readShape, type ShapedPath } from './requestShapes'

const signedIn = ['signed-in']

function get(run: (context: RequestContext) => Promise<unknown>, permission: readonly string[] = signedIn): Target {
  return { permission, tokenInQuery: false, read: () => undefined, run }
}

function post<Request>(
  path: ShapedPath,
  run: (context: RequestContext, request: Request) => Promise<unknown>,
  judged = false,
): Target {
  return {
    permission: judged ? ['public'] : signedIn,
    judged,
    tokenInQuery: false,
    read: ({ call }) => readShape<Request>(path, call.body),
    run: (context, request) => run(context, request as Request),
  }
}

/** What may read through a million records ends with the page that asked for it. */
function whileAwaited(context: RequestContext): RequestContext {
  return { ...context, query: (statement) => context.server.database.read(statement, context.call.signal) }
}

/** By GET, so that the browser can keep the answer; numbers in the address are numbers. */
function address<Request>(
  path: ShapedPath,
  numbers: readonly string[],
  run: (context: RequestContext, request: Request) => Promise<unknown>,
): Target {
  const read = ({ call }: RequestContext) =>
    readShape<Request>(
      path,
      Object.fromEntries(
        [...new URLSearchParams(call.path.split('?')[1])].map(([name, value]) => [
          name,
          numbers.includes(name) ? Number(value) : value,
        ]),
      ),
    )
  return {
    permission: ['public'],
    judged: true,
    tokenInQuery: false,
    read,
    run: (context, request) => run(context, request as Request),
  }
}

export const derivedCalls: Readonly<Record<string, Target>> = {
  'GET /api/entry': get(async ({ app }) => entryOf(app), ['public']),
  'GET /api/boot': get(readBoot),
  'GET /api/events': get(openEvents),
  // A public screen and what it shows is drawn before anybody signs in; each of these judges screen or entity by its own permission.
  'GET /api/thumbnail': address<ThumbnailRequest>('/api/thumbnail', ['record'], readThumbnail),
  'POST /api/screen': post<ScreenRequest>('/api/screen', readScreen, true),
  'POST /api/entity': post<EntityRequest>('/api/entity', readEntity, true),
  'POST /api/list': post<ListRequest>('/api/list', readList, true),
  'POST /api/reminder': post<ReminderRequest>('/api/reminder', readReminder),
  'POST /api/record': post<RecordRequest>('/api/record', readRecord, true),
  'POST /api/run': post<RunRequest>('/api/run', (context, request) =>
    runTransition(runDependencies(context), context.caller, request, context.now),
  ),
  'POST /api/batch': post<BatchRequest>('/api/batch', (context, request) =>
    runBatch(runDependencies(context), context.caller, request, context.now),
  ),
  'POST /api/options': post<OptionsRequest>('/api/options', readOptions),
  'POST /api/timeline': post<TimelineRequest>('/api/timeline', readTimeline),
  'POST /api/export': post<ExportRequest>('/api/export', exportScreen),
  'POST /api/calendar': post<CalendarRequest>('/api/calendar', readCalendar),
  'POST /api/report': post<ReportRequest>('/api/report', (context, request) =>
    readReport(whileAwaited(context), request),
  ),
  'POST /api/dashboard': post<DashboardRequest>('/api/dashboard', readDashboard, true),
  'POST /api/outside': post<OutsideRequest>('/api/outside', enterOutside),
  'POST /api/outside/launch': post<object>('/api/outside/launch', launchOutside),
  'POST /api/outside/password': post<OutsidePasswordRequest>('/api/outside/password', keepPasswordOutside),
  'POST /api/preference': post<PreferenceRequest>('/api/preference', keepPreference),
}

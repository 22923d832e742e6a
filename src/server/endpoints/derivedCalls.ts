// The calls of every App: each path of protocol/calls.ts with its shape and operation.
// The operations decide on access to records and fields.
import type {
  BatchRequest,
  ListRequest,
  OptionsRequest,
  RecordRequest,
  RunRequest,
  EarlyCheckRequest,
} from '../../protocol/calls'
import type { TimelineRequest } from '../../protocol/records/noteCalls'
import type { UndoBatchRequest, UndoRequest } from '../../protocol/records/undoCalls'
import type { DuplicatesRequest, FindRequest } from '../../protocol/findCalls'
import {
  linkPath,
  type BeginUploadRequest,
  type CreateLinkRequest,
  type DocumentRequest,
  type DocumentsRequest,
  type EndLinkRequest,
  type ThumbnailRequest,
  type UploadRequest,
} from '../../protocol/fileCalls'
import type { EntityRequest, PreferenceRequest, ScreenRequest } from '../../protocol/screenCalls'
import type { TurnRequest, WhyRequest } from '../../protocol/records/stepCalls'
import type {
  BeginImportRequest,
  ConfirmImportRequest,
  ExchangeExportRequest,
  ImportRequest,
  ImportRowsRequest,
  LatestImportRequest,
  ReceiptsRequest,
  TemplateRequest,
} from '../../protocol/exchange/exchangeCalls'
import type { IntegrationPasswordRequest, IntegrationSignInRequest } from '../../protocol/signIn/integrationCalls'
import type { CalendarRequest, DashboardRequest, ExportRequest, ReportRequest } from '../../protocol/reportCalls'
import type { NotePeopleRequest, NotesRequest, WriteNoteRequest } from '../../protocol/records/noteCalls'
import type {
  AuthorizeRequest,
  BeginFactorRequest,
  BeginSignInRequest,
  ChallengeRequest,
  ConfirmFactorRequest,
  FinishSignInRequest,
  ProveRequest,
  RecoveryCodesRequest,
  RemoveFactorRequest,
  UnlinkRequest,
} from '../../protocol/signIn/signInCalls'
import { beginFactor, confirmFactor, listFactors, newRecoveryCodes, removeOwnFactor } from './account/factors'
import { challenge, prove } from './account/secondStep'
import { authorizeAtService } from './account/externalProof'
import { beginSignIn, finishSignIn, linkedAccounts, unlinkAccount } from './account/otherSignIn'
import { declaredCall, type Target } from './declared/declaredCalls'
import { answerAgent } from './agents/mcp'
import { decideWith } from './manifests/decisions'
import { listJobs, runJobAtOnce } from './manifests/jobs'
import { findNotePeople, readNotes, writeNote } from './records/notes'
import { openRecord } from './records/openRecord'
import { printDocument, printDocuments } from './records/printing/printDocument'
import { createLink, endLink, listLinks } from './records/printing/documentLinks'
import { openLink } from './records/printing/openLink'
import { dryRunDependencies, runDependencies } from '../mutation/runDependencies'
import { runBatch, undoBatch } from './records/batch'
import { findDuplicates } from './records/form/duplicates'
import { runEarlyCheck } from './records/form/earlyCheck'
import { readBoot } from './screens/boot'
import { readCalendar } from './lists/calendar'
import { readDashboard } from './reports/dashboard'
import { readThumbnail } from './files/download'
import { appendToUpload, beginUpload, discardUpload, readUpload } from './files/uploadInPieces'
import { entryOf } from './screens/publicEntry'
import { openEvents } from './live/events'
import { findRecords } from './lists/find/find'
import { exportScreen } from './lists/exportScreen'
import type { LinesSheetRequest, ReadLinesRequest } from '../../protocol/exchange/linesCalls'
import { linesSheet } from './exchange/lines/linesSheet'
import { readLines } from './exchange/lines/readLines'
import { beginImport } from './exchange/begin'
import { importOutcome } from './exchange/outcome'
import { endedImports, unfinishedImport } from './exchange/imports'
import { confirmImport, discardImport, importRows, stepImport } from './exchange/steps'
import { takeImportBack } from './exchange/takeBack'
import { exchangeTemplate, exportToEdit } from './exchange/templates'
import { readList } from './lists/list'
import type { RequestContext } from './contract/operation'
import { explainedOptions } from './lists/explainedOptions'
import { signInToIntegration, storeIntegrationPassword, launchIntegration } from './integrations/partner'
import { readManual } from './screens/manual'
import { savePreference } from './screens/preference'
import { readReport } from './reports/report'
import { readTurn } from './records/turn/turn'
import { explainRefusal } from './records/why'
import { examineWebhookAddress } from '../integrations/webhooks/examineAddress'
import { withWebhookSecret } from '../integrations/webhooks/secret'
import { runTransition } from '../mutation/runTransition'
import { undoRun } from '../mutation/undo'
import { readEntity, readScreen } from './screens/screen'
import { readTimeline } from './records/timeline'
import { callsFor, readOpenApi } from './openapi/readOpenApi'
import { readShape } from './contract/readShape'
import { type ShapedPath } from './contract/requestSchemas'

const signedIn = ['signed-in']

function withoutBody(
  run: (context: RequestContext) => Promise<unknown>,
  permission: readonly string[] = signedIn,
): Target {
  return { permission, tokenInQuery: false, read: () => undefined, run }
}

function post<Request>(path: ShapedPath, run: (context: RequestContext, request: Request) => Promise<unknown>): Target {
  return {
    permission: signedIn,
    tokenInQuery: false,
    read: ({ call }) => readShape<Request>(path, call.body),
    run: (context, request) => run(context, request as Request),
  }
}

/** Marks a call that programs may make with an API key; all others are for the sessions of people. */
const programs = (target: Target): Target => ({ ...target, programs: true })

/** Allows anonymous callers for public content, which its operation checks. */
const publicContent = (target: Target): Target => ({ ...target, permission: ['public'], publicContent: true })

/** Marks a call that may scan many records. */
const large = (target: Target): Target => ({ ...target, large: true })

const examineWith =
  ({ app, server }: RequestContext) =>
  (request: Omit<RunRequest, 'key'>) =>
    examineWebhookAddress(app, request, server.configuration.privateWebhooks)

/** Uses GET, so that the browser can cache the response; converts numbers of the query. */
function queryOf<Request>(
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
  return publicContent({
    permission: signedIn,
    tokenInQuery: false,
    read,
    run: (context, request) => run(context, request as Request),
  })
}

/** A call that needs no session: the request carries what it needs. */
const open = (target: Target): Target => ({ ...target, permission: ['public'] })

const signInTargets: Readonly<Record<string, Target>> = {
  'POST /api/factors': post<object>('/api/factors', listFactors),
  'POST /api/factors/challenge': open(post<ChallengeRequest>('/api/factors/challenge', challenge)),
  'POST /api/factors/prove': open(post<ProveRequest>('/api/factors/prove', prove)),
  'POST /api/factors/begin': open(post<BeginFactorRequest>('/api/factors/begin', beginFactor)),
  'POST /api/factors/confirm': open(post<ConfirmFactorRequest>('/api/factors/confirm', confirmFactor)),
  'POST /api/factors/remove': post<RemoveFactorRequest>('/api/factors/remove', removeOwnFactor),
  'POST /api/factors/recoveryCodes': post<RecoveryCodesRequest>('/api/factors/recoveryCodes', newRecoveryCodes),
  'POST /api/signIn/begin': open(post<BeginSignInRequest>('/api/signIn/begin', beginSignIn)),
  'POST /api/signIn/finish': open(post<FinishSignInRequest>('/api/signIn/finish', finishSignIn)),
  'POST /api/signIn/authorize': post<AuthorizeRequest>('/api/signIn/authorize', authorizeAtService),
  'POST /api/signIn/links': post<object>('/api/signIn/links', linkedAccounts),
  'POST /api/signIn/unlink': post<UnlinkRequest>('/api/signIn/unlink', unlinkAccount),
}

const exchangeTargets: Readonly<Record<string, Target>> = {
  'POST /api/exchange/template': post<TemplateRequest>('/api/exchange/template', exchangeTemplate),
  'POST /api/exchange/export': large(post<ExchangeExportRequest>('/api/exchange/export', exportToEdit)),
  'POST /api/exchange/begin': post<BeginImportRequest>('/api/exchange/begin', beginImport),
  'POST /api/exchange/linesSheet': post<LinesSheetRequest>('/api/exchange/linesSheet', linesSheet),
  'POST /api/exchange/lines': large(post<ReadLinesRequest>('/api/exchange/lines', readLines)),
  'POST /api/exchange/latest': post<LatestImportRequest>('/api/exchange/latest', unfinishedImport),
  'POST /api/exchange/receipts': post<ReceiptsRequest>('/api/exchange/receipts', endedImports),
  'POST /api/exchange/takeBack': post<ImportRequest>('/api/exchange/takeBack', takeImportBack),
  'POST /api/exchange/step': large(post<ImportRequest>('/api/exchange/step', stepImport)),
  'POST /api/exchange/confirm': post<ConfirmImportRequest>('/api/exchange/confirm', confirmImport),
  'POST /api/exchange/discard': post<ImportRequest>('/api/exchange/discard', discardImport),
  'POST /api/exchange/rows': post<ImportRowsRequest>('/api/exchange/rows', importRows),
  'POST /api/exchange/outcome': post<ImportRequest>('/api/exchange/outcome', importOutcome),
}

export const derivedCalls: Readonly<Record<string, Target>> = {
  'GET /api/entry': withoutBody(
    async ({ app, caller, server }) => entryOf(app, caller.language, server.identities),
    ['public'],
  ),
  'GET /api/boot': withoutBody(readBoot),
  'GET /api/events': withoutBody(openEvents),
  'POST /api/manual': { ...post<object>('/api/manual', readManual), permission: ['admin'] },
  'POST /api/jobs': programs({ ...post<object>('/api/jobs', listJobs), permission: ['admin'] }),
  'POST /api/jobs/run': programs(large({ ...post('/api/jobs/run', runJobAtOnce), permission: ['admin'] })),
  'GET /api/openapi.json': programs(
    withoutBody(async (context) =>
      readOpenApi(context, () => callsFor(context.app, context.caller, derivedCalls, declaredCall)),
    ),
  ),
  // Public screens and their content load before sign-in; each operation checks screen or entity by its own permission.
  'GET /api/thumbnail': programs(queryOf<ThumbnailRequest>('/api/thumbnail', ['record'], readThumbnail)),
  'POST /api/screen': programs(publicContent(post<ScreenRequest>('/api/screen', readScreen))),
  'POST /api/entity': programs(publicContent(post<EntityRequest>('/api/entity', readEntity))),
  'POST /api/list': programs(large(publicContent(post<ListRequest>('/api/list', readList)))),
  'POST /api/record': programs(publicContent(post<RecordRequest>('/api/record', openRecord))),
  'POST /api/run': programs(
    post<RunRequest>('/api/run', async (context, request) =>
      withWebhookSecret(
        context,
        context.server.integrations.secretStore,
        request,
        await runTransition(
          {
            ...runDependencies(context),
            offersUndo: true,
            before: { decide: decideWith(context.server), examine: examineWith(context) },
          },
          context.caller,
          request,
          context.now,
        ),
      ),
    ),
  ),
  'POST /api/undo': post<UndoRequest>('/api/undo', (context, request) =>
    undoRun(runDependencies(context), context.caller, request, context.now),
  ),
  'POST /api/undoBatch': post<UndoBatchRequest>('/api/undoBatch', (context, request) =>
    undoBatch({ ...runDependencies(context), query: context.query }, context.caller, request, context.now),
  ),
  'POST /api/earlyCheck': post<EarlyCheckRequest>('/api/earlyCheck', (context, request) =>
    runEarlyCheck(dryRunDependencies(context), context.caller, request, context.now),
  ),
  'POST /api/duplicates': post<DuplicatesRequest>('/api/duplicates', findDuplicates),
  'POST /api/batch': programs(
    post<BatchRequest>('/api/batch', (context, request) =>
      runBatch(
        {
          ...(request.dryRun ? dryRunDependencies : runDependencies)(context),
          query: context.query,
          offersUndo: true,
          before: { examine: examineWith(context) },
        },
        context.caller,
        request,
        context.now,
      ),
    ),
  ),
  'POST /api/options': programs(large(post<OptionsRequest>('/api/options', explainedOptions))),
  'POST /api/find': programs(large(post<FindRequest>('/api/find', findRecords))),
  'POST /api/timeline': programs(post<TimelineRequest>('/api/timeline', readTimeline)),
  'POST /api/document': programs(post<DocumentRequest>('/api/document', printDocument)),
  'POST /api/documents': programs(large(post<DocumentsRequest>('/api/documents', printDocuments))),
  'POST /api/links': post<object>('/api/links', listLinks),
  'POST /api/links/create': post<CreateLinkRequest>('/api/links/create', createLink),
  'POST /api/links/end': post<EndLinkRequest>('/api/links/end', endLink),
  [`GET ${linkPath}`]: withoutBody(openLink, ['public']),
  'POST /api/turn': programs(
    post<TurnRequest>('/api/turn', (context, request) => readTurn(context, request, dryRunDependencies(context))),
  ),
  'POST /api/why': programs(post<WhyRequest>('/api/why', explainRefusal)),
  'POST /api/export': programs(large(post<ExportRequest>('/api/export', exportScreen))),
  'POST /api/uploads': post<BeginUploadRequest>('/api/uploads', beginUpload),
  'POST /api/uploads/state': post<UploadRequest>('/api/uploads/state', readUpload),
  'POST /api/uploads/discard': post<UploadRequest>('/api/uploads/discard', discardUpload),
  'POST /api/uploads/append': withoutBody(appendToUpload),
  'POST /api/notes': post<NotesRequest>('/api/notes', readNotes),
  'POST /api/notes/write': post<WriteNoteRequest>('/api/notes/write', writeNote),
  'POST /api/notes/people': post<NotePeopleRequest>('/api/notes/people', findNotePeople),
  ...signInTargets,
  ...exchangeTargets,
  'POST /api/calendar': programs(large(post<CalendarRequest>('/api/calendar', readCalendar))),
  'POST /api/report': programs(large(post<ReportRequest>('/api/report', readReport))),
  'POST /api/dashboard': programs(large(publicContent(post<DashboardRequest>('/api/dashboard', readDashboard)))),
  'POST /api/integration': post<IntegrationSignInRequest>('/api/integration', signInToIntegration),
  'POST /api/integration/launch': post<object>('/api/integration/launch', launchIntegration),
  'POST /api/integration/password': post<IntegrationPasswordRequest>(
    '/api/integration/password',
    storeIntegrationPassword,
  ),
  // The operation itself refuses a caller without an API key, by HTTP status.
  'POST /mcp': programs(
    large({ permission: ['public'], tokenInQuery: false, read: () => undefined, run: answerAgent }),
  ),
  'POST /api/preference': post<PreferenceRequest>('/api/preference', savePreference),
}

// Makes the file of a scheduled report with the rights that its account has now, and sends it.
import { declaredPart } from '../../../manifest/model/app'
import type { Readable } from 'node:stream'
import { screenAt } from '../../../manifest/access/screenByPath'
import { fillText } from '../../../manifest/expression/template'
import { dayAt } from '../../../manifest/expression/values/calendar'
import { jsonObjectIn } from '../../../manifest/json/jsonText'
import type { FileValue } from '../../../protocol/calls'
import type { ExportRequest } from '../../../protocol/reportCalls'
import { RequestError } from '../../../protocol/requestError'
import { accountQueryOwner } from '../../auth/callers'
import type { RawRecord } from '../../context/context'
import { saveServerFile } from '../../files/saveUpload'
import { xlsxType } from '../../files/spreadsheets/xlsx'
import { channelOf, type MailParts } from '../../integrations/contract/channel'
import type { Dependencies } from '../contract/dependencies'
import type { RequestContext } from '../contract/operation'
import { openScreen } from '../contract/openScreen'
import { readShape } from '../contract/readShape'
import { fileName } from './export'
import { exportScreen } from './exportScreen'
import { passedPeriod } from './scheduledTimes'

export interface SentFile {
  readonly rows: number
  /** For files that are not mailed. */
  readonly file: readonly FileValue[]
}

/**
 * The context of the account behind a scheduled report.
 * @throws RequestError scheduled_account_ended
 */
export async function contextOf(server: Dependencies, record: RawRecord): Promise<RequestContext> {
  const app = server.liveApp.current
  const now = server.clock()
  const caller = await server.callers.ofAccount(app, Number(record.createdBy), String(record.language), now)
  if (!caller) throw new RequestError('scheduled_account_ended')
  const queryOwner = accountQueryOwner(caller)
  return {
    app,
    caller,
    now,
    distributed: server.database.distributed,
    server,
    call: { method: 'POST', path: '/api/export', headers: {}, body: {} },
    queryOwner,
    query: (statement, signal) => server.database.readFor(statement, { ...queryOwner, signal, large: true }),
  }
}

/**
 * The request of the page where it was scheduled, for reports with the past period.
 * @throws RequestError if it is not a valid request
 */
function exportRequestOf({ app, now }: Pick<RequestContext, 'app' | 'now'>, record: RawRecord): ExportRequest {
  const written = jsonObjectIn(String(record.request))
  if (!written) throw new RequestError('scheduled_content_unreadable')
  const screen = screenAt(app, String(written.screen))
  // A later attempt covers the same period as the first one, even on the next day.
  const due = typeof record.dueAt === 'string' || record.dueAt instanceof Date ? new Date(record.dueAt) : now
  const period = screen?.report?.period ? passedPeriod(String(record.every), due, app.product.timezone) : undefined
  return readShape<ExportRequest>('/api/export', { ...written, ...period, format: 'xlsx' })
}

/** @throws RequestError when the account may not have the file, before it is due */
export function assertExportable(context: RequestContext, record: RawRecord): void {
  const request = exportRequestOf(context, record)
  if (!openScreen(context, request.screen, ['list', 'report']).export) throw new RequestError('export_not_allowed')
}

/** @throws RequestError when the account may not have the file, SendProblem when the mail was not accepted */
export async function sendFile(context: RequestContext, record: RawRecord): Promise<SentFile> {
  const { app } = context
  const { maxRows, maxMegabytes } = declaredPart(app, 'scheduledReports')
  const request = exportRequestOf(context, record)
  const mailed = record.delivery === 'mail'
  const counted = { rows: 0 }
  const reply = await exportScreen(context, request, {
    maxRows,
    audited: { scheduled: record.id, ...(mailed && { sentTo: record.address }) },
    counted,
  })
  const content = await contentOf(reply.body as Readable, maxMegabytes)
  const { rows } = counted
  const name = fileName(context, screenAt(app, request.screen)!, 'xlsx')
  if (mailed) {
    await mailFile(context, record, rows, { name, type: xlsxType, content })
    return { rows, file: [] }
  }
  return { rows, file: [await saveServerFile(context, name, content)] }
}

async function contentOf(stream: Readable, megabytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    parts.push(part as Buffer)
    size += (part as Buffer).length
    if (size > megabytes * 1024 * 1024) throw new RequestError('scheduled_file_too_large', { megabytes })
  }
  return Buffer.concat(parts)
}

async function mailFile(
  { app, caller, now, server }: RequestContext,
  record: RawRecord,
  rows: number,
  attachment: NonNullable<MailParts['attachment']>,
): Promise<void> {
  const { channel, subject, text } = declaredPart(app, 'scheduledReports')
  const values = { name: record.name, rows, day: dayAt(now, app.product.timezone) }
  const filled = (template: typeof text) =>
    fillText(template, caller.language, (path) => values[path as keyof typeof values])
  await channelOf(server.channels, channel).send({
    // The same at each attempt, so that a mailbox receiving it twice shows one.
    id: `report-${String(record.id)}-${new Date(String(record.dueAt)).getTime()}`,
    address: String(record.address),
    text: filled(text),
    mail: { subject: filled(subject), attachment },
  })
}

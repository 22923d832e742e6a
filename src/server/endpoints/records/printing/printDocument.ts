// Prints a document of one record, or of several into one file, as a PDF with real text.
// A worker thread writes it.
import { Readable } from 'node:stream'
import { textIn } from '../../../../manifest/model/text'
import type { RecordAnswer, RecordData } from '../../../../protocol/calls'
import type { DocumentRequest, DocumentsRequest } from '../../../../protocol/fileCalls'
import { isPrintable } from '../../../../manifest/access/recordRules'
import { RequestError } from '../../../../protocol/requestError'
import { callerText, phrase } from '../../../context/phrases'
import { StreamedReply } from '../../../context/streamedReply'
import { recordAudit } from '../../../mutation/audit'
import { inThread, WorkEnded } from '../../../workers/threads'
import type { RequestContext } from '../../contract/operation'
import { documentContent } from './documentContent'
import { withPictures } from './documentPictures'
import { readableDocument, readableDocumentPaths } from '../../contract/readableDocument'
import { readableEntity, readRecord } from '../record'

/** Seconds for the longest document on a busy machine. */
const maxSeconds = 60

/**
 * @throws RequestError as `readRecord`; also if the record does not offer the document, or its font lacks letters
 */
export async function printDocument(context: RequestContext, request: DocumentRequest): Promise<StreamedReply> {
  const { title, offers: isOffered, printing, write } = documentOf(context, request)
  const answer = await readRecord(printing, request)
  const { record } = answer
  if (!isOffered(record)) throw new RequestError('document_not_offered')
  return write([answer], `${title} ${record.label}.pdf`, request.marked)
}

interface LinkedDocument {
  readonly title: string
  readonly maxDays: number
  /** The values in it that the caller may read. */
  readonly paths: readonly string[]
  readonly bytes: () => Promise<Uint8Array>
}

/** A document to send as a link: its rights are checked, its PDF is created on demand. */
export async function linkedDocument(context: RequestContext, request: DocumentRequest): Promise<LinkedDocument> {
  const { title, offers: isOffered, printing, link, paths, bytesOf } = documentOf(context, request)
  const answer = await readRecord(printing, request)
  const { record } = answer
  if (!isOffered(record)) throw new RequestError('document_not_offered')
  if (!link) throw new RequestError('document_not_sent_as_link')
  return {
    title: `${title} ${record.label}`,
    maxDays: link.maxDays,
    paths,
    bytes: () => bytesOf([answer], request.marked),
  }
}

/**
 * One file for all records, or none: the refusal names those that do not offer the document.
 * @throws RequestError like `printDocument`
 */
export async function printDocuments(
  context: RequestContext,
  { entity, ids, document, marked }: DocumentsRequest,
): Promise<StreamedReply> {
  const { title, offers: isOffered, printing, write } = documentOf(context, { entity, document })
  const answers: RecordAnswer[] = []
  // Sequentially: many at once would exceed an account's share.
  for (const id of ids) answers.push(await readRecord(printing, { entity, id }))
  const others = answers.map(({ record }) => record).filter((record) => !isOffered(record))
  const labels = others.map(({ label }) => label).join(' ')
  if (others.length > 0) throw new RequestError('documents_not_offered', { records: labels })
  return write(answers, `${title} (${answers.length}).pdf`, marked)
}

/** A document that the caller may read of an entity. */
function documentOf(context: RequestContext, request: Pick<DocumentRequest, 'entity' | 'document'>) {
  const { app } = context
  const entity = readableEntity(context, request.entity)
  const declared = entity.documents.find(({ name }) => name === request.document)
  if (!declared) throw new RequestError('document_not_offered')
  const document = readableDocument(context, entity, declared)
  const { language = context.caller.language } = declared
  const printing = { ...context, caller: { ...context.caller, language } }

  async function bytesOf(answers: readonly RecordAnswer[], marked = false): Promise<Uint8Array> {
    const contents = answers.map(({ record, related }) =>
      documentContent(document, { app, entity, record, related, language }),
    )
    const job = { ...(await withPictures(context, contents)), marked }
    const written = await inThread('document', job, { seconds: maxSeconds, account: context.queryOwner.account }).catch(
      (error: unknown) => {
        if (!(error instanceof WorkEnded)) throw error
        context.server.log.warn(`A document was not written: ${error.message}`)
        throw new RequestError('document_too_late', {}, { retryAfter: 30 })
      },
    )
    if ('missing' in written) {
      const instead = callerText(context, phrase('document_as_pictures'))
      const lacking = answers.map(({ record: { label } }, index) => `${label}: ${written.missing[index]?.join(' ')}`)
      const letters = lacking.filter((_, index) => written.missing[index]?.length).join('; ')
      throw new RequestError('document_letters_missing', { letters, instead })
    }
    return written.bytes
  }
  async function write(answers: readonly RecordAnswer[], name: string, marked?: boolean): Promise<StreamedReply> {
    const bytes = await bytesOf(answers, marked)
    const detail = JSON.stringify({ document: request.document })
    for (const { record } of answers)
      await recordAudit(context, { action: 'export', entity: entity.name, recordId: record.id, detail })
    return new StreamedReply(Readable.from([Buffer.from(bytes)]), 'application/pdf', { name })
  }
  return {
    title: textIn(document.title, language),
    /** The context for reading its records: in the language of the document. */
    printing,
    offers: (record: RecordData) => isPrintable(declared, record, app.product.timezone),
    link: document.link,
    paths: readableDocumentPaths(context, entity, declared),
    bytesOf,
    write,
  }
}

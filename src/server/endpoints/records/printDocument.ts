// POST /api/document: a document of a record as a PDF with real text, written in a worker thread.
import { Readable } from 'node:stream'
import { textIn } from '../../../manifest/model/text'
import type { DocumentRequest } from '../../../protocol/calls'
import { isPrintable } from '../../../manifest/access/recordRules'
import { RequestError } from '../../../protocol/requestError'
import { callerText, phrase } from '../../context/phrases'
import { StreamedReply } from '../../context/streamedReply'
import { noteAudit } from '../../mutation/audit'
import { inThread } from '../../workers/threads'
import type { RequestContext } from '../contract/operation'
import { documentContent } from './documentContent'
import { readableDocument } from '../contract/readableDocument'
import { readableEntity, readRecord } from './record'

/** Seconds for the longest of documents. */
const patience = 20

/**
 * @throws RequestError like `readRecord`; for a document that the record does not offer, or whose font lacks letters
 */
export async function printDocument(context: RequestContext, request: DocumentRequest): Promise<StreamedReply> {
  const { app, caller } = context
  const entity = readableEntity(context, request.entity)
  const { record } = await readRecord(context, request)
  const declared = entity.documents.find(({ name }) => name === request.document)
  if (!declared || !isPrintable(declared, record, app.product.timezone)) throw new RequestError('document_not_offered')
  const document = readableDocument(context, entity, declared)
  const content = documentContent(document, { app, entity, record, language: caller.language })
  const written = await inThread('document', content, patience)
  if ('missing' in written) {
    const instead = callerText(context, phrase('document_as_pictures'))
    const letters = written.missing.join(' ')
    throw new RequestError('document_letters_missing', { letters, instead })
  }
  const detail = JSON.stringify({ document: request.document })
  await noteAudit(context, { action: 'export', entity: entity.name, recordId: record.id, detail })
  return new StreamedReply(Readable.from([Buffer.from(written.bytes)]), 'application/pdf', {
    name: `${textIn(document.title, caller.language)} ${record.label}.pdf`,
  })
}

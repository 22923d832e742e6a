// Opens one record and audits that it was viewed.
import type { RequestContext } from '../contract/operation'
import type { RecordAnswer, RecordRequest } from '../../../protocol/calls'
import { readRecord } from './record'
import { recordAudit } from '../../mutation/audit'

/** POST /api/record: reads the record and audits the view where the manifests require it. */
export async function openRecord(context: RequestContext, request: RecordRequest): Promise<RecordAnswer> {
  const answer = await readRecord(context, request)
  if (context.app.product.audit?.opened?.includes(request.entity))
    await recordAudit(context, { action: 'open', entity: request.entity, recordId: request.id })
  return answer
}

// POST /api/export: the file of a list or a report.
import type { ExportRequest } from '../../../protocol/reportCalls'
import type { Reply } from '../../../protocol/transport'
import type { RequestContext } from '../contract/operation'
import { openScreen } from '../contract/openScreen'
import { exportList, type ExportLimits } from './export'
import { exportReport } from './exportReport'

/** @throws RequestError export_not_allowed, export_too_long, and others as the screen itself does */
export function exportScreen(
  context: RequestContext,
  request: ExportRequest,
  limits: ExportLimits = {},
): Promise<Reply> {
  const screen = openScreen(context, request.screen, ['list', 'report'])
  return screen.kind === 'report' ? exportReport(context, request, limits) : exportList(context, request, limits)
}

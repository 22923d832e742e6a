// The answers of the calls of an exchange, as JSON Schema.
import { importLineOutcomes, importPhases, importRowStates } from '../../../protocol/exchange/exchangeCalls'
import { count, flag, id, list, localized, moment, orNothing, text } from './answerParts'
import { closedObject } from './valueSchemas'

const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const importState = closedObject(
  {
    id,
    screen: text,
    file: text,
    at: moment,
    phase: { enum: [...importPhases] },
    counts: closedObject(Object.fromEntries(importRowStates.map((state) => [state, count]))),
    ignored: list(text),
    origin: closedObject({ rowsWithoutOriginals: count, isOtherRevision: flag }, [
      'rowsWithoutOriginals',
      'isOtherRevision',
    ]),
    conflicts: closedObject(
      {
        columns: list(closedObject({ field: text, title: localized, cells: count }, ['field', 'title', 'cells'])),
        rows: count,
        ofLines: flag,
      },
      ['columns', 'rows'],
    ),
    earlier: closedObject({ at: moment, by: text, rows: count, isLeft: flag }, ['at', 'by', 'rows', 'isLeft']),
    takeBackUntil: moment,
    takeBackRefusal: text,
  },
  ['id', 'screen', 'file', 'at', 'phase', 'counts', 'ignored'],
)

const importCells = list(
  closedObject(
    {
      title: localized,
      contested: flag,
      field: text,
      kept: flag,
      base: text,
      file: text,
      now: text,
      error: text,
    },
    ['title', 'file'],
  ),
)

const importRow = closedObject(
  {
    row: count,
    state: { enum: [...importRowStates] },
    label: text,
    message: text,
    cells: importCells,
    lines: closedObject(
      {
        counts: closedObject(Object.fromEntries(importLineOutcomes.map((outcome) => [outcome, count]))),
        listed: list(
          closedObject({ row: count, outcome: { enum: [...importLineOutcomes] }, cells: importCells }, [
            'row',
            'outcome',
            'cells',
          ]),
        ),
      },
      ['counts', 'listed'],
    ),
  },
  ['row', 'state', 'label', 'cells'],
)

const readLine = closedObject(
  {
    row: count,
    line: { type: 'object' },
    errors: list(
      closedObject({ field: text, title: localized, text, message: text }, ['field', 'title', 'text', 'message']),
    ),
  },
  ['row', 'line', 'errors'],
)

export const exchangeAnswers = {
  '/api/exchange/template': () => ({ file: sheet }),
  '/api/exchange/export': () => ({ file: sheet }),
  '/api/exchange/outcome': () => ({ file: sheet }),
  '/api/exchange/begin': () => ({ data: importState }),
  '/api/exchange/linesSheet': () => ({ file: sheet }),
  '/api/exchange/lines': () => ({
    data: closedObject({ lines: list(readLine), ignored: list(text), message: text }, ['lines', 'ignored']),
  }),
  '/api/exchange/latest': () => ({ data: orNothing(importState) }),
  '/api/exchange/receipts': () => ({ data: list(importState) }),
  '/api/exchange/takeBack': () => ({ data: importState }),
  '/api/exchange/step': () => ({ data: importState }),
  '/api/exchange/confirm': () => ({ data: importState }),
  '/api/exchange/discard': () => ({ data: {} }),
  '/api/exchange/rows': () => ({ data: closedObject({ rows: list(importRow), more: flag }, ['rows', 'more']) }),
}

// Sums columns of lines exactly: a key in one of hundreds of lines adds that line alone again.
import type { Field } from '../../../manifest/model/field'
import { lineReader } from '../../../manifest/expression/evaluateLines'
import { Exact, exactOf } from '../../../manifest/expression/values/decimal'
import { toRaw } from '../../../manifest/expression/values/value'
import { orUnknown } from '../../rules/unknownValue'
import { isOfLineAlone } from './computedLine'
import type { Line, LineFields, LineScope } from './editLines'

interface Summed {
  readonly lines: readonly Line[]
  readonly sum: Exact
}

/** The sums of columns, each remembered with the lines of which it is the sum. */
export class LineSums {
  readonly #last = new Map<Field, Summed>()

  /** @throws UnknownValueError if a cell cannot be known here. `lines`: with their computed cells. */
  sumOf(lines: readonly Line[], field: Field, fields: LineFields, { read, evaluationContext }: LineScope): Exact {
    const numberIn = (line: Line): Exact =>
      exactOf(lineReader(line, fields, read, evaluationContext)('record', [field.name])) ?? new Exact(0)
    const last = isOfLineAlone(field, fields) ? this.#last.get(field) : undefined
    let sum = last?.sum ?? new Exact(0)
    const former = last?.lines ?? []
    for (let index = 0; index < Math.max(lines.length, former.length); index += 1) {
      const [before, line] = [former[index], lines[index]]
      if (before === line) continue
      if (before) sum = sum.minus(numberIn(before))
      if (line) sum = sum.plus(numberIn(line))
    }
    this.#last.set(field, { lines, sum })
    return sum
  }

  /** The sum in decimal text; empty if it cannot be known here. */
  textOf(lines: readonly Line[], field: Field, fields: LineFields, scope: LineScope): string {
    const sum = orUnknown(() => this.sumOf(lines, field, fields, scope))
    return String(toRaw(sum ?? null, field.type, field.scale) ?? '')
  }
}

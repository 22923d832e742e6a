// POST /api/batch: the same transition on several records, each in a transaction of its own: what is refused for one is no matter for the others.
import type { BatchAnswer, BatchRequest } from '../../protocol/calls'
import { Fault } from '../../protocol/envelope'
import type { Caller } from '../context'
import { loadRecords } from '../plan/load'
import { maskedLabel } from '../transition/answer'
import { unknownTransition } from '../transition/faults'
import { permit } from '../transition/permit'
import { shownValue } from '../transition/shown'
import { runTransition, type RunDependencies } from './run'

/**
 * Answers how many were done and why the others were not. Sent again with the same key, nothing is done twice.
 * @throws Fault 2002 when the caller may not run the transition at all
 */
export async function runBatch(
  dependencies: RunDependencies,
  caller: Caller,
  { records, key, ...request }: BatchRequest,
  now: Date,
): Promise<BatchAnswer> {
  const { app } = dependencies
  const entity = Object.hasOwn(app.entities, request.entity) ? app.entities[request.entity] : undefined
  const transition =
    entity && Object.hasOwn(entity.transitions, request.transition) ? entity.transitions[request.transition] : undefined
  if (!entity || !transition || transition.creates) throw unknownTransition()
  permit(app, caller, transition)
  const refused = new Map<number, Fault>()
  const versions = new Map(records.map(({ id, version }) => [id, version]))
  for (const [id, version] of versions) {
    try {
      await runTransition(dependencies, caller, { ...request, id, version, key: `${key}/${id}` }, now)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      refused.set(id, error)
    }
  }
  const labels = await labelsOf(dependencies, caller, entity.name, [...refused.keys()], now)
  return {
    done: versions.size - refused.size,
    refused: [...refused].map(([id, fault]) => ({
      id,
      label: labels.get(id) ?? String(id),
      message: sentenceOf(fault, caller),
    })),
  }
}

async function labelsOf(
  { app, database }: RunDependencies,
  caller: Caller,
  name: string,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const entity = app.entities[name]!
  const found = await loadRecords(
    { app, caller, now, query: (statement) => database.read(statement) },
    { entity: name, paths: [entity.label], where: { ids }, scoped: true },
  )
  return new Map(
    found.map((record) => [
      Number(record.id),
      maskedLabel(
        entity,
        record.state,
        shownValue(app, entity.fields[entity.label], record[entity.label], caller.language),
      ),
    ]),
  )
}

/** The refusal in one sentence, with what is wrong with single fields. */
function sentenceOf({ text, options }: Fault, { language }: Caller): string {
  const fields = [...new Set(Object.values(options.fields ?? {}).map((one) => one[language]))].filter(
    (one) => one !== text[language],
  )
  return [text[language], ...fields].join(language === 0 ? '；' : '; ')
}

// The calls of an account's second factors, and the prompt for a proof during work.
import type {
  BeginFactorAnswer,
  ChallengeAnswer,
  ConfirmFactorAnswer,
  ConfirmFactorRequest,
  FactorKind,
  FactorsAnswer,
  LinkedAccount,
  ProveAnswer,
  ProveRequest,
  RecoveryCodesAnswer,
} from '../../protocol/signIn/signInCalls'
import type { Client } from '../transport/callServer'

/** Prompts the user; undefined: canceled. */
type AskForProof = () => Promise<string | undefined>

/** Each throws a CallError for the form to show. `ticket`: while one signs in; absent: the session's account. */
export interface Factors {
  list(): Promise<FactorsAnswer>
  challenge(ticket?: string): Promise<ChallengeAnswer>
  prove(request: ProveRequest): Promise<ProveAnswer>
  begin(kind: FactorKind, by: { readonly ticket?: string; readonly proof?: string }): Promise<BeginFactorAnswer>
  confirm(request: ConfirmFactorRequest): Promise<ConfirmFactorAnswer>
  remove(id: number, proof: string): Promise<void>
  recoveryCodes(proof: string): Promise<readonly string[]>
  links(): Promise<readonly LinkedAccount[]>
  unlink(provider: string): Promise<void>
  /** Requests a fresh proof through the attached view. */
  readonly askForProof: AskForProof
  /** Attaches a view; the returned function detaches it. */
  attach(view: AskForProof): () => void
}

/**
 * The calls, all quiet: a failure is a CallError for the form to show. `askForProof` resolves to undefined
 * without an attached view or if the user cancels.
 */
export function createFactors(client: Client): Factors {
  let view: AskForProof | undefined
  const post = <T>(path: string, body: object = {}) => client.post<T>(`/api/${path}`, body, { quiet: true })
  return {
    list: () => post('factors'),
    challenge: (ticket) => post('factors/challenge', { ticket }),
    prove: (request) => post('factors/prove', request),
    begin: (kind, by) => post('factors/begin', { kind, ...by }),
    confirm: (request) => post('factors/confirm', request),
    remove: async (id, proof) => void (await post('factors/remove', { id, proof })),
    recoveryCodes: async (proof) => (await post<RecoveryCodesAnswer>('factors/recoveryCodes', { proof })).recoveryCodes,
    links: () => post('signIn/links'),
    unlink: async (provider) => void (await post('signIn/unlink', { provider })),
    askForProof: async () => view?.(),
    attach(next) {
      view = next
      return () => {
        if (view === next) view = undefined
      }
    },
  }
}

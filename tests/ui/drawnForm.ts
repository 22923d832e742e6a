// A form of the bindery as it is drawn without a browser.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { createRuntime, RuntimeProvider } from '../../src/client/context/clientContext'
import { memoryCookies } from '../../src/client/session/cookies'
import type { Entity } from '../../src/manifest/model/entity'
import type { Transition } from '../../src/manifest/model/transition'
import { FormFields } from '../../src/ui/form/view/FormFields'
import { useFormModel } from '../../src/ui/form/model/useFormModel'
import { compiledBindery } from '../manifest/sources'
import { createFixture, fixtureToken } from './fixture'

/** The markup of the form of a creating transition. */
export async function drawForm(entity: Entity, transition: Transition, language = 'zh'): Promise<string> {
  const { entry, transport } = createFixture(compiledBindery(), 1)
  const runtime = createRuntime(entry, transport, memoryCookies())
  await runtime.language.begin()
  await runtime.signIn.withToken(fixtureToken)
  await runtime.language.change(language)
  // What is drawn without a browser reads the state as it began.
  Object.assign(runtime.session, { getInitialState: runtime.session.getState })
  const described = { ...entity, transitions: { ...entity.transitions, [transition.name]: transition } }
  function Form(): ReactElement {
    const form = useFormModel({
      entity: entity.name,
      transition: transition.name,
      answer: { revision: '', entities: { [entity.name]: described }, dictionaries: {}, settings: {} },
    })
    return createElement(FormFields, { form, entity: described, autoFocus: false })
  }
  const page = createElement(MemoryRouter, null, createElement(Form))
  const records = createElement(QueryClientProvider, { client: new QueryClient() }, page)
  return renderToStaticMarkup(createElement(RuntimeProvider, { value: runtime }, records))
}

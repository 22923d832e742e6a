// A form of the bindery as it is drawn without a browser.
import { createElement, type ReactElement } from 'react'
import type { Entity } from '../../src/manifest/model/entity'
import type { Transition } from '../../src/manifest/model/transition'
import { FormFields } from '../../src/ui/form/view/FormFields'
import { useFormModel } from '../../src/ui/form/model/useFormModel'
import { compiledBindery } from '../manifest/sources'
import { drawOn, signedIn } from './drawnPage'
import { createFixture } from './fixture'

/** The markup of the form of a creating transition. */
export async function drawForm(entity: Entity, transition: Transition, language = 'zh'): Promise<string> {
  const described = { ...entity, transitions: { ...entity.transitions, [transition.name]: transition } }
  function Form(): ReactElement {
    const form = useFormModel({
      entity: entity.name,
      transition: transition.name,
      answer: { revision: '', entities: { [entity.name]: described }, dictionaries: {}, settings: {} },
    })
    return createElement(FormFields, { form, entity: described, autoFocus: false })
  }
  return drawOn(await signedIn(createFixture(compiledBindery(), 1), language), Form)
}

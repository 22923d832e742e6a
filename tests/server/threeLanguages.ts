// The library in three languages: French is in a folder of its own, and its manifests know nothing
// of it.
import { librarySources, openLibrary, type Library } from './library'

/** `page`: what the tests press, and what they read. */
const french = {
  'lending/module': { title: 'Prêt' },
  'lending/Books.screen': { title: 'Catalogue' },
  'lending/book.entity': {
    title: 'Livre',
    fields: { title: { title: 'Titre' } },
    states: { shelved: { title: 'En rayon' } },
    transitions: { create: { title: 'Cataloguer' } },
    documents: {
      card: {
        title: 'Fiche du livre',
        sections: {
          0: { title: 'Fonds' },
          1: { text: '« {title} » : {state}, à l’œuvre' },
          2: { signatures: { 0: 'Bibliothécaire' } },
        },
      },
    },
    invariants: { 0: { message: 'Le prix est trop élevé' } },
  },
  'lending/loan.entity': {
    fields: { due: { checks: { 0: { message: 'À rendre avant aujourd’hui, non le {due}' } } } },
    transitions: {
      create: { checks: { mobile: { message: 'Cette personne a déjà {vars.open} livres' } } },
      giveBack: { successMessage: 'Rendu', effects: { 1: { message: '{book.title} est rendu' } } },
    },
  },
  engine: {
    refusals: { stale_version: 'Un autre a modifié cet enregistrement' },
    phrases: { document_page: 'Page {page} sur {count}' },
    page: {
      'list.export': 'Exporter',
      'list.exportCsv': 'Exporter en CSV',
      'shell.language': 'Langue',
      'shell.languageDone': 'Langue changée',
    },
  },
}

export async function openThreeLanguages(): Promise<Library> {
  const sources = await librarySources()
  const sourceOf = (path: string) => JSON.parse(sources.find((source) => source.path === path)!.text)
  const notice = sourceOf('people/notice.entity.json')
  notice.fields.title.localized = true
  const loan = sourceOf('lending/loan.entity.json')
  loan.fields.due.checks[0].message = ['应还日 {due} 早于今天', '{due} is before today']
  return openLibrary([
    { path: 'app.json', text: JSON.stringify({ ...sourceOf('app.json'), languages: ['zh', 'en', 'fr'] }) },
    { path: 'people/notice.entity.json', text: JSON.stringify(notice) },
    { path: 'lending/loan.entity.json', text: JSON.stringify(loan) },
    { path: 'texts/fr/texts.json', text: JSON.stringify(french) },
  ])
}

import type { LanguagePack } from './pack.ts'

/** Italian. */
export const italian: LanguagePack = {
  code: 'it',
  marks: "\\b(?:il|lo|gli|una|è|e|con|per|che|non|sono|della|nel|di|ho|ora|anche|ma|più|questo)\\b|\\bl'",
  leave: [
    '\\b(?:autorizzi|autorizza|approvi|approva|mi permetti|dai il permesso)\\b',
    '\\bho il permesso\\b',
  ],
  proposal: [
    '\\b(?:devo|dovrei|dobbiamo|posso|possiamo|procedo|continuo|vado avanti|applico|implemento|elimino|inizio|lo faccio|eseguo)\\b(?=.{0,200}\\?)(?!.{0,20}aiutar)',
    '\\b(?:va bene se|va bene|ti va bene|d.accordo|sei d.accordo|confermi|approvi|autorizzi|procediamo)\\b.{0,80}\\?',
    '^(?:procedere|continuare|applicare|iniziare|pronto a)\\b.{0,60}\\?',
  ],
  gentle: [
    '\\b(?:vuoi|vuole|volete|desideri|desidera|ti piacerebbe|preferisci|gradisci) (?:che|vedere|un|una|procedere|provare|continuare|anche)\\b',
    '\\bvuoi\\b',
  ],
  request: [
    '\\b(?:dimmi|mi dica|indicami|inviami|mandami|passami|forniscimi|confermami|fammi sapere|mostrami|incollami|condividi)\\b(?!.{0,8} se (?:hai|vuoi|serve|ti|qualcosa))',
    '\\b(?:per favore|per cortesia)\\b.{0,80}\\b(?:conferma|indica|invia|fornisci|scegli|rispondi|decidi|dimmi|specifica|chiarisci|incolla|confermate)',
    '\\b(?:ho bisogno|mi serve|mi servono|mi manca|mi mancano|avrei bisogno)\\b',
    "\\b(?:serve|servono|manca|mancano|occorre) (?:ancora )?(?:il |la |i |le |un |una |l')(?:\\w+ )?(?:permess|password|credenzial|chiav|token|access|conferm|autorizzazion|decision)",
    '\\b(?:decidi tu|a te la scelta|sta a te|la decisione è tua)\\b',
    '\\brispondi con\\b|\\b(?:scegli|seleziona)\\b.{0,40}\\b(?:opzion|una delle|uno dei|tra|quale)',
    '\\b(?:una|due|tre|alcune) domand[ae]\\b.{0,40}(?:prima|per te|:)',
    '\\b(?:appena|quando|non appena|una volta che) (?:mi |lo )?(?:confermi|dici|decidi|invii|rispondi|approvi|hai (?:deciso|confermato))\\b',
  ],
  query: [
    '\\b(?:puoi|può|potresti|potrebbe|potete)\\b',
    '\\b(?:hai|sei|sai|usi|vedi|intendi|ricordi|pensi|avete)\\b',
    '\\b(?:cosa|che|come|dove|quando|quale|quali|chi|quanto|quanti)\\b.{0,120}\\b(?:vuoi|preferisci|devo|dovrei|uso|ti|tuo|tua|hai|pensi|faccio|metto)\\b',
    '\\b(?:giusto|corretto|vero|sì o no|va bene)\\?',
    '^(?:e |ma )?(?:cosa|come|dove|quando|chi|quale)\\b(?: \\S+){0,3} (?:deve|devono|dovrebbe|dovrebbero)\\b',
  ],
  choice: [
    '\\b(?:quale|quali)\\b.{0,80}\\b(?:preferisci|preferisce|scegli|vuoi|devo|usare|uso|opzione|approccio|delle due|dei due|prima)',
    '\\b(?:preferisci|preferisce|preferite)\\b',
  ],
  consent: [
    '\\b(?:fammi sapere|dimmi) se (?:procedo|devo|posso|continuo|vado avanti)\\b',
    '\\bse (?:ti )?va bene\\b.{0,40}\\b(?:procedo|inizio|continuo|applico)\\b',
  ],
  waiting: [
    '\\b(?:attendo|aspetto|in attesa|resto in attesa|rimango in attesa)\\b.{0,60}\\b(?:tua|tuo|tue|sua|suo|conferma|approvazione|risposta|decisione|istruzioni|indicazioni|via libera|che tu)',
    '\\bprima di (?:procedere|continuare|iniziare|applicare|eseguire|toccare|eliminare|cominciare)\\b.{0,80}\\b(?:bisogno|conferm|dimmi|vorrei|serve|tua|tuo|aspetto)',
    '\\b(?:mi fermo|sono bloccat[oa]|non (?:procedo|procederò|proseguo))\\b',
    '\\bfinché (?:non )?(?:mi|tu|confermi|decidi|rispondi)',
    '\\b(?:fino ad allora|nel frattempo)\\b.{0,60}\\b(?:non|aspetto|resta|lascio)\\b',
  ],
  conditional: [
    '\\bse (?:vuoi|vuole|volete|preferisci|desideri|lo desideri|ti serve|hai|serve|necessario|ti va|qualcosa)\\b(?=.*\\b(?:posso|possiamo|ti|te|dimmi|fammi|scrivimi|avvisami|sono qui|preparo|faccio)\\b)',
    '\\bposso (?:anche|inoltre|poi)\\b',
    '\\b(?:fammi sapere|dimmi|avvisami) se\\b',
    '\\bquando (?:vuoi|sei pront[oa])\\b',
  ],
  task: [
    '\\b(?:cosa|che cosa|che) (?:devo|posso|dobbiamo|possiamo|vuoi che) (?:fare|faccia|facciamo)(?: per (?:te|lei))?(?: (?:ora|adesso|oggi|prima|dopo))?\\?$',
    '\\b(?:cosa|che cosa) (?:ti serve|vuoi|desideri)\\?$',
    '\\bqual è il compito\\b|\\bsu cosa lavoriamo\\b',
  ],
  closer: [
    '\\b(?:qualcos.altro|(?:c.è|serve|bisogno di|con|in) altro|altre domande|qualche altra|non esitare|a disposizione)\\b',
    '\\b(?:come|in cosa) posso (?:aiutarti|aiutare|esserti)\\b',
    '\\b(?:cosa|che cosa) (?:vuoi|facciamo|ti piacerebbe) (?:fare )?(?:ora|adesso|dopo|poi)\\b',
    '\\bvuoi che (?:ti )?(?:spieghi|mostri|riassuma|approfondisca)\\b|\\bvuoi (?:vedere|provare|sapere)\\b',
  ],
  settled: [
    '\\b(?:nessuna|non serve|non è necessaria) (?:una )?(?:risposta|azione|conferma)',
    '\\bnon devi (?:fare|rispondere)',
    "\\bnon (?:è )?blocca(?:nte)?\\b|\\bnon c'è fretta\\b|\\bnel frattempo (?:continuo|procedo)\\b",
  ],
  described: [
    "(?:l'utente|gli utenti|il cliente|la pagina|il dialogo|il modulo|lo script|il servizio|il server|il processo) (?:può|possono|deve|sceglie|attende|aspetta|chiede|conferma|seleziona)",
  ],
  done: [
    '^(?:fatto|completato|risolto|corretto|implementato|aggiornato|perfetto|tutto (?:pronto|fatto|a posto)|finito|ottimo)\\b',
    '\\b(?:ho|è stat[oa]|sono stat[ie]|abbiamo)\\b.{0,30}\\b(?:aggiunt[oaie]|corrett[oaie]|aggiornat[oaie]|creat[oaie]|implementat[oaie]|modificat[oaie]|rimoss[oaie]|completat[oaie]|spostat[oaie]|configurat[oaie]|sistemat[oaie]|risolt[oaie]|rinominat[oaie]|sostituit[oaie]|integrat[oaie])\\b',
    '\\b(?:tutti i|\\d+) test\\b|\\b(?:modifiche (?:apportate|effettuate)|file modificati|riepilogo|con successo|correttamente)\\b',
    '\\bora (?:\\w+ )?(?:funziona|usa|mostra|puoi|il|la)\\b',
  ],
  diagnosis: [
    '\\b(?:la causa|il problema|il bug|l.errore|il motivo) (?:è|era|sta|principale)\\b|\\bho trovato\\b',
    '\\b(?:consiglio|consigliat[oa]|suggerisco|suggerimento|propongo|proposta|opzione|opzioni|piano|approccio|alternativa|raccomando)\\b',
    '\\b(?:non posso|non riesco|non ho (?:ancora|potuto|accesso)|ancora non|manca|mancano|bloccat[oa]|potremmo|bisognerebbe|dovremmo)\\b',
  ],
  extra: [
    '\\b(?:anche|inoltre|altr[oaie]|ulterior[ei]|commit|push|documentazione|diagramma|riepilogo|test|esempio|spieghi|verificare)\\b',
  ],
  forward: [
    '\\b(?:proceda|procedere|procedo|implementi|implementare|applichi|applicare|corregga|correggere|elimini|eliminare|cancelli|inizi|iniziare|continui|continuare|faccia (?:questa|la|quella)|esegua)\\b',
  ],
  addressed: ['\\b(?:tu|tuo|tua|ti|mi|io|vuoi|puoi|preferisci|lei)\\b'],
  greeting: ['^(?:ciao|salve|buongiorno|buonasera|benvenut)'],
  unmarked: [
    '^(?:va bene se|mi dai il permesso|mi permetti)\\b[^.:;,!]{0,80}$',
    '^dove (?:si trova|si trovano|sta|stanno|è|sono|va)\\b[^.:;,!]{0,60}$',
    '^(?:\\S+o)(?: \\S+){0,3} o (?:lo|la|li|le) \\S+o$',
    '^(?:vuoi|vuole|volete|desideri|desidera|preferisci|ti va bene|sei d.accordo)\\b[^:;]*$',
    '^(?:quale|quali|cosa|come|dove|quando)\\b[^.:;,!]{0,60}\\b(?:devo|dovrei|vuoi|preferisci|uso|faccio|metto)\\b[^.:;,!]{0,60}$',
    '^(?:posso|devo|dovrei|procedo|continuo|vado avanti|lo faccio|applico|elimino)\\b[^.:;,!]{0,80}$',
  ],
  either: ['\\b(?:o|oppure)\\b'],
}

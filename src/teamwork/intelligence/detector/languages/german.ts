import type { LanguagePack } from './pack.ts'

/** German. */
export const german: LanguagePack = {
  code: 'de',
  marks:
    '\\b(?:und|der|die|das|ist|nicht|ich|ein|eine|mit|auf|für|den|dem|wird|sind|jetzt|noch|du|sie|es)\\b',
  leave: [
    '\\b(?:darf|dürfen|dürfte) (?:ich|wir)\\b',
    '\\b(?:genehmigst du|genehmigen sie|erlaubst du|erlauben sie|gibst du (?:das )?frei|geben sie (?:das )?frei)\\b',
  ],
  proposal: [
    '\\b(?:soll|sollen|darf|dürfen|kann|können) (?:ich|wir)\\b(?!.{0,30}(?:sonst noch|helfen))',
    '\\b(?:ist es|ist das|wäre es|wäre das) (?:ok|okay|in ordnung|für dich|für sie|recht)\\b',
    '\\b(?:einverstanden|passt das|freigegeben|freigabe)\\b.{0,40}\\?',
    '^(?:fortfahren|weitermachen|loslegen|starten|ausführen|löschen|anwenden|übernehmen|bereit)\\b.{0,60}\\?',
  ],
  gentle: [
    '\\b(?:möchtest du|möchten sie|willst du|wollen sie|wünschst du|soll es)\\b',
    '\\b(?:hättest du|hätten sie) (?:gern|lieber)\\b',
  ],
  request: [
    '\\b(?:sag|sagen sie|gib|geben sie|schick|schicken sie|sende|senden sie|nenn|nenne|nennen sie|teile?|teilen sie|zeig|zeigen sie|verrat)\\b.{0,20}\\b(?:mir|uns|bitte|bescheid)\\b(?!.{0,20}\\b(?:wenn|falls)\\b)',
    '\\bbitte\\b.{0,60}\\b(?:bestätig|schick|send|gib|geben|nenn|sag|teil|entscheid|antwort|klär|prüf.{0,40}(?:sag|melde)|füg.{0,40}ein|beantwort|freigeb|gib frei)',
    '\\bich (?:brauche|bräuchte|benötige)\\b.{0,80}\\b(?:dir|ihnen|dich|sie|dein|deine|ihre|von|zugriff|zugang|entscheidung|freigabe|bestätigung|antwort|angabe|information|passwort|schlüssel)',
    '\\bmir fehl(?:t|en)\\b',
    '\\bes fehl(?:t|en) (?:noch )?(?:der|die|das|ein|eine)\\b.{0,20}(?:passwort|schlüssel|token|zugang|zugriff|berechtigung|freigabe|bestätigung|entscheidung|zugangsdaten)',
    '\\b(?:deine|ihre) (?:entscheidung|wahl|freigabe|zustimmung|antwort)\\b.{0,40}(?:nötig|erforderlich|nötig|gefragt|brauche|benötigt|[.!]$)',
    '\\bantworte(?:n sie)? mit\\b|\\bwähl(?:e|en sie|t)? (?:bitte )?(?:eine (?:der|option|variante|lösung)|einen (?:der|weg|ansatz)|zwischen|aus, (?:ob|was|welche))\\b',
    '\\b(?:offene )?fragen? (?:an dich|an sie|vorab|bevor)\\b|\\bnoch (?:eine|zwei|drei) fragen?\\b',
    '\\bsobald (?:du|sie)\\b.{0,80}\\b(?:mache|starte|fahre|lege|kann|setze|führe|beginne)\\b',
    '\\bsag bescheid, (?:welche|was|ob|wie|wann|wo)',
  ],
  query: [
    '\\b(?:kannst|könntest|würdest|magst) du\\b|\\b(?:können|könnten|würden) sie\\b',
    '\\b(?:hast|bist|weißt|siehst|nutzt|verwendest|brauchst|meinst) du\\b|\\b(?:haben|sind|wissen|nutzen|verwenden|meinen) sie\\b',
    '\\b(?:was|wie|wo|wohin|womit|wann|wer|welche[rnms]?|wessen) (?:soll|sollen|darf|möchtest|willst|kann|ist|sind|hast|brauchst)\\b',
    '\\b(?:ist|sind|war|stimmt|passt|entspricht|gilt|soll|sollen|gibt|darf|dürfen|muss|müssen|bleibt)\\b.{0,120}(?:\\b(?:du|dir|dein|deine|deinen|sie|ihnen|ihr|so|das|es)\\b)',
    '\\b(?:oder|richtig|korrekt|stimmt.?s|ja)\\?$',
    '\\bwas (?:meinst|denkst|hältst|sagst) du\\b|\\bwas (?:meinen|denken|halten) sie\\b',
    '^(?:und |aber )?(?:was|wie|wo|wann|wer|welche[rnms]?)\\b(?: \\S+){0,3} (?:soll|sollen|sollte|sollten|gilt|gelten)\\b',
  ],
  choice: [
    '\\bwelche[rnms]?\\b.{0,60}\\b(?:soll|sollen|bevorzugst|bevorzugen|lieber|willst|möchtest|nehmen|variante|option|lösung|weg|ansatz|von|zuerst)',
    '\\b(?:lieber|bevorzugst du|bevorzugen sie|was ist dir lieber)\\b',
    '\\bsoll(?:en)?\\b.{0,160}\\boder\\b',
  ],
  consent: [
    '\\bsag(?:en sie|t)?(?: mir)?(?: einfach)?(?: bescheid)?,? ob ich\\b',
    '\\bwenn (?:das|es|du|sie) .{0,40}\\b(?:passt|ok|okay|recht|einverstanden)\\b.{0,60}\\bich\\b',
  ],
  waiting: [
    '\\b(?:warte|wartet|warten|gewartet|pausiere|pausiert|angehalten|halte)\\b.{0,60}\\b(?:dein|deine|deiner|deinen|ihr|ihre|ihrer|auf (?:dich|sie|rückmeldung|antwort|freigabe|bestätigung|entscheidung))',
    '^(?=.*\\b(?:du|dir|dein|deine|deinen|sie|ihnen|ihre|ihren|fragen?|brauche|freigabe|bestätigung|entscheidung)\\b).*\\b(?:bevor|ehe) ich\\b.{0,80}\\b(?:anfange|beginne|weitermache|fortfahre|starte|ändere|lösche|ausführe|umsetze|schreibe|anfasse)',
    '\\berst (?:nach|wenn|mit)\\b.{0,40}\\b(?:dein|deiner|ihr|ihrer|du|sie)\\b',
    '\\b(?:ohne|bis zu) (?:deine?r?|ihre?r?) (?:freigabe|bestätigung|entscheidung|antwort|ok|zustimmung)',
    '\\b(?:ich|wir) komme?n? (?:hier )?nicht weiter\\b|\\b(?:bin|ist die arbeit|sind wir) (?:hier |noch )?blockiert\\b',
    '\\bbis dahin\\b.{0,60}\\b(?:nicht|warte|pausiere|ruht|bleibt|lasse)\\b',
  ],
  conditional: [
    '\\b(?:wenn|falls|sofern)\\b.{0,80}\\b(?:möchtest|moechtest|möchten|willst|wollen|magst|mögen|brauchst|brauchen|gewünscht|lieber|hast|haben|etwas)\\b.{0,160}\\b(?:ich|wir|sag|sagt|sagen|melde?n?|gib|gebt|geben|bescheid)\\b',
    '\\b(?:bei bedarf|auf wunsch|gern(?:e)? (?:auch|noch|mache|füge|kann))\\b',
    '\\bich kann (?:auch|gern|dir|ihnen|noch|zusätzlich)\\b',
    '\\bsag(?:en sie)? (?:einfach )?bescheid\\b|\\bmelde? dich\\b|\\bmelden sie sich\\b',
  ],
  task: [
    '\\bwas (?:soll|sollen|kann|darf) (?:ich|wir)(?: (?:jetzt|nun|heute|zuerst|als nächstes|für (?:dich|sie)))* (?:tun|machen|erledigen)\\b',
    '\\bwas (?:steht|liegt) an\\b',
    '\\bworan (?:soll|sollen|arbeiten) (?:ich|wir)\\b',
    '\\bwas (?:brauchst|möchtest|willst) du\\?$|\\bwas (?:brauchen|möchten|wünschen) sie\\?$',
  ],
  closer: [
    '\\b(?:sonst noch|noch etwas|etwas anderes|weitere fragen|noch fragen)\\b|\\bgibt es (?:noch )?(?:etwas|einen spezifischen|bestimmte|weitere|sonst)\\b',
    '\\b(?:womit|wie|wobei) kann ich\\b.{0,30}helfen|\\bkann ich\\b.{0,40}\\bhelfen\\b',
    '\\bzögere? nicht\\b|\\bzögern sie nicht\\b',
    '\\bwas (?:als nächstes|möchtest du als nächstes|kommt als nächstes|steht als nächstes)\\b',
    '\\b(?:soll ich|möchtest du|möchten sie|willst du)\\b.{0,60}\\b(?:erklär|erläuter|zusammenfass|vertief)(?:e|en|t|st)?\\b(?!.*\\boder\\b)',
    '\\b(?:möchtest du|willst du|möchten sie|wollen sie)\\b(?!.*\\bdass\\b)(?!.*\\boder\\b).{0,80}\\b(?:testen|sehen|ansehen|anschauen|ausprobieren|wissen)\\b',
    '\\b(?:möchtest du|möchten sie|soll ich|willst du) (?:noch |jetzt noch )?(?:weitere|mehr|noch)\\b(?!.*\\boder\\b)',
  ],
  settled: [
    '\\b(?:keine|nicht) (?:antwort|rückmeldung|aktion|offenen (?:punkte|fragen)) ?(?:nötig|erforderlich|notwendig)?',
    '\\bnichts (?:weiter )?(?:zu tun|nötig)\\b',
    '\\b(?:blockiert|hält) (?:mich |uns |nichts )?nicht(?: auf)?\\b|\\bnicht blockierend\\b|\\bkeine eile\\b',
    '\\b(?:derweil|inzwischen|solange) (?:mache|arbeite|fahre) ich\\b',
  ],
  described: [
    '\\b(?:der|die|das|ein|eine|jeder) (?:\\S+ ){0,1}(?:dialog|nutzer|benutzer|anwender|seite|skript|endpunkt|formular|dienst|server|prozess|knopf|assistent)\\w* (?:wartet|fragt|kann|muss|wählt|bestätigt|hält|pausiert)\\b',
  ],
  done: [
    '^(?:fertig|erledigt|abgeschlossen|behoben|umgesetzt|implementiert|gemacht|alles (?:klar|fertig|grün|erledigt)|geschafft|perfekt|super)\\b',
    '\\b(?:ist|sind|wurde|wurden|habe|hab|haben)\\b.{0,100}\\b(?:fertig|erledigt|abgeschlossen|behoben|umgesetzt|implementiert|hinzugefügt|aktualisiert|erstellt|angepasst|geändert|gepusht|gemergt|eingebaut|entfernt|ersetzt|korrigiert|ergänzt|erweitert|umgestellt|grün|integriert)\\b',
    '\\b(?:alle|\\d+) (?:\\S+ )?tests? (?:sind |laufen |bestehen|grün|bestanden)',
    '\\berfolgreich\\b|\\b(?:änderungen|geänderte dateien|zusammenfassung|was (?:ich|wurde) (?:geändert|gemacht))\\b',
    '\\bjetzt\\b.{0,60}\\b(?:läuft|funktioniert|nutzt|zeigt|werden|wird)\\b|\\b(?:läuft|nutzt|zeigt|funktioniert) jetzt\\b',
  ],
  diagnosis: [
    '\\b(?:ursache|grund|problem|fehler) (?:ist|war|liegt|gefunden)\\b|\\bliegt daran\\b|\\bgefunden\\b',
    '\\b(?:vorschlag|empfehlung|empfehle|schlage vor|würde ich|ich würde|variante|option|optionen|plan|ansatz|lösungsvorschlag|wege|möglichkeiten|alternativ)\\b',
    '\\b(?:noch nicht|bisher nicht|nichts geändert|nicht angefasst|fehlt|unklar|kann nicht|konnte nicht|gesperrt|kein zugriff|könnte|könnten|müsste|sollte)\\b',
  ],
  extra: [
    '\\b(?:auch|noch|zusätzlich|außerdem|weitere[nrs]?|bei gelegenheit|ebenfalls|committe?n?|pushen|diagramm|dokumentation|dokumentieren|zusammenfassung|tests? (?:schreiben|ergänzen|ausführen)|beispiel|erklären)\\b',
  ],
  forward: [
    '\\b(?:umsetzen|implementieren|anwenden|beheben|korrigieren|löschen|fortfahren|weitermachen|loslegen|beginnen|starten|so machen|durchführen|ändern|mergen|ausrollen|ersetzen)\\b',
  ],
  addressed: ['\\b(?:ich|mir|mich|du|dir|dich|dein|deine|sie|ihnen|ihr|ihre|wir)\\b'],
  greeting: ['^(?:hallo|hi|hey|guten (?:morgen|tag|abend)|moin|servus|grüß)'],
  unmarked: [
    '^(?:(?:also|und|oder|nun|dann|gut),? )?(?:soll|sollen|darf|dürfen|kann|können) (?:ich|wir)\\b(?!.*[:;])(?!.*, (?!oder|und|dass|damit|um|bevor|falls|wenn|wie|ob|was|die|der|das|den|dem|denn|weil|bis|sobald|nachdem))',
    '^(?:(?:also|und|oder|nun|dann|gut),? )?(?:möchtest|willst|magst|brauchst|bevorzugst|kannst|könntest|würdest|hast|bist|weißt) du\\b(?!.*[:;])(?!.*, (?!oder|und|dass|damit|um|bevor|falls|wenn|wie|ob|was|die|der|das|den|dem|denn|weil|bis|sobald|nachdem))',
    '^(?:(?:also|und|oder|nun|dann|gut),? )?(?:möchten|wollen|können|könnten|würden|haben|bevorzugen) sie\\b(?!.*[:;])(?!.*, (?!oder|und|dass|damit|um|bevor|falls|wenn|wie|ob|was|die|der|das|den|dem|denn|weil|bis|sobald|nachdem))',
    '^(?:(?:also|und|oder|nun|dann),? )?(?:welche[rnms]?|was|wie|wo|wohin|wann|wer|womit)\\b(?: \\S+){0,4} (?:soll|sollen|darf|kann|können) (?:ich|wir)\\b[^:;]*$',
    '^(?:welche[rnms]?|was|wie|wo|wohin|wann|wer|womit)\\b(?: \\S+){0,4} (?:möchtest|willst|bevorzugst|brauchst|hättest) du\\b[^:;]*$',
    '^(?:soll|sollen|darf|dürfen|muss|müssen|kann|können) (?:der|die|das|es|sie|dies\\p{L}*|alle|jede\\p{L}*)\\b[^.:;,!]{1,80} (?:werden|sein|bleiben|heißen)$',
    '^(?:(?:also|und|oder|nun|dann|gut),? )?wollen wir\\b[^:;]*$',
    '^(?:ist|passt|stimmt|reicht|gefällt) (?:das|es|dir das|ihnen das)(?: so)?(?: (?:gewollt|richtig|korrekt|beabsichtigt|recht|ok|okay|für (?:dich|sie)))?$',
    '^(?:welche[rnms]? \\S+|was|wie|wo|wohin|wann|wer|womit) (?:soll|sollen|muss|müssen|liegt|liegen|heißt|nutzt|verwendet|gilt)\\b[^.:;,!]{1,60}$',
    '^was ist (?:dir|ihnen|euch) lieber\\b[^.:;]*$',
    '^(?:ist|wäre) (?:es|das) (?:ok|okay|in ordnung|recht|für dich|für sie)\\b.*\\b(?:wenn|dass|so)\\b',
  ],
  either: ['\\boder\\b'],
}

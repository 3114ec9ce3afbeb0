import type { LanguagePack } from './pack.ts'

/** French. */
export const french: LanguagePack = {
  code: 'fr',
  marks:
    "\\b(?:le|la|les|des|une|est|et|avec|pour|dans|vous|je|pas|sur|sont|que|du|au|ce|mais|maintenant)\\b|\\b[cdjlnqs]'",
  leave: [
    "\\b(?:puis-je|ai-je (?:le droit|l'autorisation))\\b(?!.{0,20}aider)",
    "\\b(?:autorisez-vous|m'autorises-tu|vous autorisez|approuvez-vous|approuves-tu|donnez-vous votre accord)\\b",
  ],
  proposal: [
    '\\b(?:dois-je|devons-nous|puis-je|peut-on|pouvons-nous|est-ce que je (?:dois|peux|continue|lance|procède)|je (?:continue|lance|procède|commence|l.applique|le fais|peux))\\b(?=.{0,200}\\?)(?!.{0,20}aider)',
    "\\b(?:ça te va|cela vous convient|ça vous va|d'accord|vous validez|tu valides|on y va|prêt à|c'est bon pour)\\b.{0,80}\\?",
    '^(?:continuer|procéder|appliquer|lancer|commencer|supprimer)\\b.{0,60}\\?',
    '\\bon (?:continue|y va|passe|commence|lance|valide|garde)\\b.{0,60}\\?',
  ],
  gentle: [
    '\\b(?:voulez-vous|veux-tu|souhaitez-vous|souhaites-tu|aimeriez-vous|aimerais-tu|tu veux|vous voulez|préférez-vous que|préfères-tu que)\\b',
  ],
  request: [
    "\\b(?:il faut|il manque|reste à obtenir) (?:encore )?(?:le |la |les |un |une |l'|votre )(?:mot de passe|clé|clef|jeton|accès|droit|droits|permission|autorisation|confirmation|décision|identifiants?)",
    '\\b(?:dites-moi|dis-moi|indiquez-moi|indique-moi|envoyez-moi|envoie-moi|donnez-moi|donne-moi|précisez|précise-moi|confirmez|confirme-moi|transmettez-moi|partagez|collez|montrez-moi)\\b(?! si (?:vous|tu|quelque))',
    "\\b(?:merci de|veuillez|pourriez-vous|s'il (?:vous|te) pla[iî]t)\\b.{0,60}\\b(?:confirmer|indiquer|préciser|envoyer|communiquer|transmettre|fournir|choisir|répondre|valider|partager|me dire|décider|coller)",
    "\\b(?:j'ai besoin|il me faut|il me manque|j'aurais besoin|il me faudrait)\\b",
    "\\b(?:à vous de (?:choisir|décider)|à toi de (?:choisir|décider)|c'est vous qui décidez|votre décision|votre choix)\\b",
    '\\b(?:choisissez|choisis|répondez|réponds) (?:par|avec|une|un|entre|l)\\b',
    '\\b(?:une|deux|trois|quelques) questions?\\b.{0,40}(?:avant|pour vous|:)',
    '\\b(?:dès que|une fois que|quand) (?:vous|tu)\\b.{0,80}\\bje (?:\\w+rai|continue|lance|peux|reprends)',
  ],
  query: [
    '\\b(?:pouvez-vous|peux-tu|pourriez-vous|pourrais-tu|est-ce que (?:vous|tu)|avez-vous|as-tu|êtes-vous|es-tu|savez-vous|utilisez-vous)\\b',
    '\\b(?:que|quoi|comment|où|quand|qui|quel|quelle|quels|quelles|combien)\\b.{0,120}\\b(?:vous|tu|dois-je|votre|ton|ta|voulez|faut-il|puis-je)\\b',
    "\\b(?:qu'en (?:pensez-vous|penses-tu|dites-vous)|n'est-ce pas|correct|exact|oui ou non)\\b",
    '\\b(?:est-ce|cela|ça)\\b.{0,80}\\b(?:vous|te|tu|convient|correspond|bien)\\b',
    '^(?:et |mais )?(?:que|comment|où|quand|qui|quel|quelle)\\b(?: \\S+){0,3} (?:doit|doivent|devrait|devraient|faut-il)\\b',
  ],
  choice: [
    '\\b(?:quel|quelle|quels|quelles|lequel|laquelle|lesquels)\\b.{0,80}\\b(?:préférez|préfères|choisi|voulez|veux|dois-je|convient|option|approche|solution|des deux|en premier)',
    '\\b(?:préférez-vous|préfères-tu|vous préférez|tu préfères)\\b',
  ],
  consent: [
    '\\b(?:dites-moi|dis-moi) si je (?:dois|peux|continue|procède|lance)\\b',
    '\\bsi (?:cela|ça) (?:vous|te) convient\\b.{0,40}\\bje\\b',
  ],
  waiting: [
    "\\b(?:j'attends|en attente|dans l'attente|j'attendrai|attend)\\b.{0,60}\\b(?:votre|vos|ton|ta|tes|vous|validation|confirmation|accord|réponse|décision|feu vert|retour)",
    '\\bavant (?:de|que je) (?:continuer|commencer|lancer|procéder|modifier|supprimer|toucher|poursuivre|continue|commence|lance)\\b.{0,80}\\b(?:votre|vous|confirm|besoin|dites|aimerais|valid)',
    "\\b(?:je (?:m'arrête|suis bloquée?|ne (?:continue|touche|lance)))\\b",
    '\\bsans (?:votre|ton) (?:accord|validation|feu vert|confirmation)',
    "\\b(?:d'ici là|jusque-là)\\b.{0,60}\\b(?:pas|attends|laisse|reste)\\b",
  ],
  conditional: [
    '\\bsi (?:vous|tu) (?:le )?(?:voulez|veux|souhaitez|souhaites|préférez|préfères|avez|as|désirez|rencontrez)\\b|\\bsi besoin\\b|\\bsi nécessaire\\b|\\bsi cela vous\\b',
    '\\bje peux (?:aussi|également|ensuite)\\b',
    "\\b(?:dites-moi|dis-moi|faites-moi savoir|n'hésitez pas|prévenez-moi) si\\b",
    '\\b(?:quand|dès que) (?:vous|tu) (?:êtes|es|serez|seras) prêts?e?\\b',
  ],
  task: [
    "\\bque (?:puis-je|dois-je|voulez-vous que je|puis) (?:faire|fasse)(?: pour (?:vous|toi))?(?: (?:maintenant|aujourd'hui|ensuite|d'abord))?\\b",
    '\\bque (?:faisons-nous|fait-on|voulez-vous faire|veux-tu faire)\\b',
    '\\bquelle est la tâche\\b|\\bde quoi avez-vous besoin ?\\?$',
  ],
  closer: [
    "\\b(?:autre chose|d'autres questions|quelque chose d'autre|n'hésitez pas|n'hésite pas|à votre disposition)\\b",
    '\\b(?:comment|en quoi) puis-je (?:vous |t.)?aider\\b',
    '\\b(?:que voulez-vous|que veux-tu|que souhaitez-vous) faire (?:ensuite|maintenant|après)\\b',
    "\\b(?:voulez-vous|souhaitez-vous|veux-tu|souhaites-tu) que je (?:vous |t'|te )?(?:explique|montre|détaille|résume|précise)\\b",
  ],
  settled: [
    "\\b(?:aucune|pas de) (?:réponse|action) (?:n'est )?(?:nécessaire|requise|attendue)",
    '\\brien à (?:faire|décider) de votre côté',
    '\\b(?:pas|rien de) bloquant\\b|\\bpas urgent\\b|\\ben attendant,? je continue\\b',
  ],
  described: [
    "(?:l'utilisateur|les utilisateurs|le client|la page|le dialogue|le formulaire|le script|le service|le serveur|le processus) (?:peut|peuvent|doit|choisit|attend|demande|confirme|sélectionne)",
  ],
  done: [
    "^(?:terminé|fait|c'est fait|corrigé|implémenté|ajouté|parfait|tout est (?:prêt|en place|bon)|fini|mis à jour|créé)",
    "\\b(?:j'ai|a été|ont été|sont|est|nous avons)\\b.{0,40}\\b(?:ajouté|corrigé|mis à jour|créé|implémenté|modifié|supprimé|terminé|poussé|déployé|remplacé|configuré|fini|verts?|documenté|migré|intégré)(?:e|s|es)?\\b",
    '\\b(?:tous les|\\d+) tests?\\b|\\b(?:modifications (?:apportées|effectuées)|fichiers modifiés|résumé des|avec succès)\\b',
    '\\b(?:fonctionne|utilise|affiche) (?:maintenant|désormais)\\b|\\bdésormais\\b',
  ],
  diagnosis: [
    '\\b(?:la cause|le problème|le bug|la raison) (?:est|vient|était|racine)\\b|\\bj.ai trouvé\\b',
    '\\b(?:recommande|recommandation|suggère|suggestion|propose|proposition|option|options|plan|approche|solutions? possibles?|alternative)\\b',
    "\\b(?:je ne peux pas|impossible de|pas encore|rien (?:n'a|lancé|modifié)|manque|bloqué|n'ai pas|pourrait|faudrait|on pourrait)\\b",
  ],
  extra: [
    '\\b(?:aussi|également|en plus|autre|autres|davantage|commit|pousser|documentation|documenter|diagramme|résumé|tests?|exemple|explique|vérifier)\\b',
  ],
  forward: [
    '\\b(?:implémente|implémenter|applique|appliquer|procède|procéder|continue|continuer|corrige|corriger|supprime|supprimer|commence|commencer|lance|lancer|fasse (?:ce|cette|le)|le fasse|déploie)\\b',
  ],
  addressed: ['\\b(?:vous|votre|vos|tu|ton|ta|toi|je|me|moi)\\b'],
  greeting: ['^(?:bonjour|salut|bonsoir|coucou|bienvenue)'],
  unmarked: [
    '^(?:(?:alors|et|donc|ou),? )?(?:dois|puis|devons|pouvons|peut|faut)-(?:je|nous|on|il)\\b[^:;]*$',
    '^(?:(?:alors|et|donc|ou),? )?(?:voulez|souhaitez|préférez|pouvez|pourriez|avez|êtes|aimeriez)-vous\\b[^:;]*$',
    '^(?:(?:alors|et|donc|ou),? )?(?:veux|souhaites|préfères|peux|pourrais|as|es|aimerais)-tu\\b[^:;]*$',
    '^est-ce\\b[^:;]*$',
    '^(?:(?:alors|et|donc|ou),? )?(?:tu veux|vous voulez|tu préfères|vous préférez|vous souhaitez|tu souhaites)\\b[^.:;!]*$',
    '^(?:ça|cela) (?:te|vous) (?:va|convient)[^.:;,!]{0,40}$',
    "^(?:je|on) \\S+(?: \\S+){0,4} ou (?:je |j'|on )[^.:;,!]{1,40}$",
    '^où (?:est|sont|se trouve|se trouvent|dois|faut)\\b[^.:;,!]{0,60}$',
    '^(?:quel|quelle|quels|quelles|lequel|laquelle|que|où|comment|quand|combien)\\b.{0,60}-(?:vous|tu|je|nous|il)\\b[^:;]*$',
  ],
  either: ['\\bou\\b'],
}

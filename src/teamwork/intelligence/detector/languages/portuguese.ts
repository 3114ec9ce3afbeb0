import type { LanguagePack } from './pack.ts'

/** Portuguese. */
export const portuguese: LanguagePack = {
  code: 'pt',
  marks:
    '\\b(?:o|os|uma|é|e|com|para|não|você|do|da|dos|das|em|no|na|que|está|foi|agora|mais|por|se|eu|isso|são|ao|foram|também|quer|vou)\\b|ç|ã|õ',
  leave: [
    '\\b(?:autoriza|autorizas|aprova|aprovas|me permite|dá permissão)\\b.{0,60}\\?',
    '\\btenho (?:permissão|autorização)\\b',
  ],
  proposal: [
    '\\b(?:devo|deveria|posso|podemos|devemos|prossigo|continuo|sigo|aplico|implemento|começo|apago|removo|faço|executo|inicio|vamos)\\b(?=.{0,200}\\?)(?!.{0,20}ajudar)',
    '\\b(?:tudo bem se|tudo bem|está ok|ok para|concorda|aprova|autoriza|confirma|pode ser|podemos seguir|de acordo)\\b.{0,80}\\?',
    '^(?:prosseguir|continuar|aplicar|começar|iniciar|pronto para)\\b.{0,60}\\?',
  ],
  gentle: [
    '\\b(?:quer|queres|deseja|desejas|gostaria|gostarias|prefere) (?:que|de|ver|um|uma|continuar|seguir|revisar|testar|fazer)\\b',
    '\\b(?:você |vc )?(?:quer|deseja)\\b',
    '\\b(?:precisa|precisas) (?:de ajuda|que eu)\\b',
  ],
  request: [
    '\\b(?:falta|faltam|é preciso|é necessári[oa]) (?:a |o |as |os |uma |um )?(?:permissão|senha|credencia|chave|token|acesso|confirmação|autorização|decisão)',
    '\\b(?:me diga|diga-me|me avise qual|me informe|informe-me|me envie|envie-me|me mande|me passe|me passa|me mostre|me confirme|confirme-me|me responda|cole aqui|me diz|diz-me|manda-me)\\b(?!.{0,6} se (?:precisar|quiser|tiver|algo))',
    '\\b(?:por favor|favor)\\b.{0,80}\\b(?:confirme|confirma|informe|envie|forneça|escolha|responda|decida|diga|especifique|esclareça|cole|compartilhe|indique)',
    '\\b(?:preciso|falta-me|me falta|me faltam|necessito|precisaria)\\b.{0,60}\\b(?:você|sua|seu|suas|seus|tua|teu|saber|acesso|que|da|do|de uma|de um|confirma)',
    '\\b(?:você decide|a decisão é sua|fica a seu critério|sua decisão|sua escolha)\\b',
    '\\bresponda com\\b|\\b(?:escolha|selecione)\\b.{0,40}\\b(?:opç|uma das|um dos|entre|qual)',
    '\\bvocê precisa (?:escolher|decidir|confirmar|informar)\\b',
    '\\b(?:uma|duas|três|algumas) perguntas?\\b.{0,40}(?:antes|para você|:)',
    '\\b(?:assim que|quando|depois que|logo que) (?:você|vc|me)\\b.{0,60}\\b(?:confirmar|decidir|enviar|responder|aprovar|passar|disser|escolher)\\b',
    '\\b(?:me fala|me fale|fala pra mim|me conta|me conte|me manda|me passa|me passe)\\b(?!.{0,6} (?:se|caso) )',
  ],
  query: [
    '\\b(?:pode|poderia|consegue|podes|podias)\\b.{0,40}\\b(?:me|você|confirmar|enviar|verificar|testar|rodar|passar|mostrar|informar|tentar|compartilhar|executar|dizer|explicar|fornecer)',
    '\\b(?:você|vc|tu)\\b.{0,60}\\b(?:tem|tens|sabe|usa|está|quer|prefere|vê|acha|pensa|lembra|consegue|precisa|já)\\b',
    '\\b(?:o que|qual|quais|como|onde|quando|quem|quanto|quantos)\\b.{0,120}\\b(?:você|vc|quer|prefere|devo|deseja|seu|sua|acha|uso|faço|preferes|queres)\\b',
    '\\b(?:certo|correto|né|não é|sim ou não|faz sentido|concorda)\\?',
    '^(?:e |mas )?(?:o que|como|onde|quando|quem|qual)\\b(?: \\S+){0,3} (?:deve|devem|deveria|deveriam)\\b',
  ],
  choice: [
    '\\b(?:qual|quais)\\b.{0,80}\\b(?:prefere|preferes|escolhe|quer|queres|deseja|devo|usar|opção|abordagem|caminho|das duas|dos dois|primeiro|seguir)',
    '\\b(?:prefere|preferes)\\b(?! revisar)',
    '\\bo que (?:você )?(?:prefere|prefere fazer)\\b',
  ],
  consent: [
    '\\b(?:me avise|me diga|avise) se (?:devo|posso|prossigo|continuo|sigo)\\b',
    '\\bse (?:estiver|tudo) (?:de acordo|bem|ok|certo)\\b.{0,40}\\b(?:prossigo|sigo|começo|continuo|aplico)\\b',
  ],
  waiting: [
    '\\b(?:aguardo|aguardando|à espera|espero|esperando|no aguardo)\\b.{0,60}\\b(?:sua|seu|suas|seus|tua|teu|você|confirmação|aprovação|resposta|decisão|instruções|retorno|orientação)',
    '\\bantes de (?:continuar|prosseguir|começar|aplicar|executar|iniciar|mexer|apagar|seguir|implementar)\\b.{0,80}\\b(?:preciso|confirm|me diga|gostaria|sua|você|quero)',
    '\\b(?:estou bloquead[oa]|fico parad[oa]|não (?:vou continuar|prossigo|continuarei))\\b',
    '\\baté (?:que )?(?:você|vc|me)\\b.{0,30}\\b(?:confirm|decid|respond|dig|aprov)',
    '\\b(?:até lá|enquanto isso)\\b.{0,60}\\b(?:não|aguardo|espero|fica|deixo)\\b',
  ],
  conditional: [
    '\\b(?:me avise|me avisa|avise|avisa|me diz|me diga|me fala) (?:se|caso|quando)\\b',
    '\\b(?:se|caso) (?:você |vc )?(?:quiser|queira|desejar|deseje|preferir|prefira|precisar|precise|tiver|tenha|achar|for necessário|algo)\\b',
    '\\bposso (?:também|ainda|rodar|ajudar|depois)\\b',
    '\\b(?:me avise|avise|me diga|é só (?:falar|dizer|avisar|pedir)) (?:se|quando|caso)\\b|\\bé só (?:falar|dizer|avisar|pedir)\\b',
    '\\bquando (?:quiser|estiver pront[oa]|você quiser)\\b',
  ],
  task: [
    '\\bo que (?:eu )?(?:devo|posso|faço|preciso|vamos|podemos)(?: fazer)?(?: por (?:você|ti))?(?: (?:agora|hoje|primeiro|depois|em seguida|a seguir))?\\?$',
    '\\bo que (?:você )?(?:quer|precisa|deseja|gostaria)(?: (?:que eu faça|de fazer|fazer))?(?: (?:agora|hoje))?\\?$',
    '\\bqual é a tarefa\\b|\\bno que (?:vamos|você está) trabalha',
  ],
  closer: [
    '\\b(?:mais alguma|algo mais|mais algo|outra coisa|outras? dúvidas?|alguma dúvida|qualquer dúvida|algo específico|alguma outra)\\b',
    '\\b(?:não hesite|fique à vontade|à disposição|estou aqui)\\b',
    '\\b(?:como|em que) posso (?:te )?(?:ajudar|ajudá)',
    '\\bo que (?:você )?(?:quer|gostaria de|deseja|vamos) fazer (?:agora|em seguida|depois|a seguir)\\b',
    '\\benquanto\\b.{0,40}\\brod',
    '\\b(?:quer|gostaria|deseja) que eu (?:te |lhe )?(?:explique|mostre|detalhe|resuma|aprofunde)\\b|^(?!.*\\bou\\b).*\\b(?:quer|gostaria de) (?:ver|testar|saber|conhecer)\\b',
  ],
  settled: [
    '\\b(?:não precisa|não é preciso|não é necessári[oa]|nenhuma) (?:de )?(?:resposta|responder|ação|fazer nada)',
    '\\bnada (?:é )?necessário da sua parte',
    '\\bnão (?:é )?bloquei?a(?:nte)?\\b|\\bsem pressa\\b|\\benquanto isso,? (?:sigo|continuo)\\b',
  ],
  described: [
    '\\b(?:o|a|os|as) (?:usuári[oa]s?|cliente|clientes|página|diálogo|formulário|script|serviço|servidor|processo) (?:pode|podem|deve|escolhe|espera|aguarda|pergunta|confirma|seleciona)',
  ],
  done: [
    '^(?:pronto|feito|concluíd[oa]|completo|corrigid[oa]|implementad[oa]|atualizad[oa]|perfeito|tudo (?:pronto|certo|resolvido)|resolvid[oa]|finalizad[oa]|sucesso|correção aplicada|excelente|ótimo)\\b',
    '\\b(?:foi|foram|está|estão|fiz|já)\\b.{0,40}\\b(?:adicionad[oa]s?|atualizad[oa]s?|corrigid[oa]s?|criad[oa]s?|implementad[oa]s?|alterad[oa]s?|removid[oa]s?|concluíd[oa]s?|complet[oa]s?|prontos?|configurad[oa]s?|resolvid[oa]s?|enviad[oa]s?|validad[oa]s?|funcionando|integrad[oa]s?)\\b',
    '\\b(?:adicionei|atualizei|corrigi|criei|implementei|alterei|removi|movi|configurei|concluí|fiz|ajustei|substituí|renomeei)\\b',
    '\\b(?:100%|testes? (?:passando|passaram|passou|verdes?)|completa?|concluído|com sucesso|alterações (?:realizadas|feitas)|arquivos (?:modificados|criados)|resumo do trabalho|o que foi (?:realizado|concluído|feito))\\b',
    '\\bagora (?:\\w+ )?(?:funciona|usa|mostra|o|a|você pode|extrai)\\b|\\btudo funcionando\\b',
  ],
  diagnosis: [
    '\\b(?:a causa|o problema|o erro|o motivo|causa raiz) (?:é|era|está|identificad)\\b|\\bencontrei\\b|\\bproblema:|\\bcausa\\b',
    '\\b(?:recomendo|recomendação|recomendado|sugiro|sugestão|proponho|proposta|opção|opções|plano|abordagem|alternativa|alternativas)\\b',
    '\\b(?:não consigo|não consegui|não posso|ainda não|falta|faltam|sem acesso|bloquead[oa]|poderíamos|seria preciso|deveríamos|expirou)\\b',
  ],
  extra: [
    '\\b(?:também|além disso|outr[oa]s?|mais|commit|push|documentação|documentar|diagrama|resumo|testes?|novamente|exemplo|explique|verificar|verifique)\\b',
  ],
  forward: [
    '\\b(?:prossiga|prosseguir|implemente|implementar|aplique|aplicar|corrija|corrigir|apague|apagar|remova|comece|começar|inicie|iniciar|continue com (?:a|o)|faça (?:essa|esta|a) (?:mudança|alteração|correção)|execute|delete)\\b',
  ],
  addressed: ['\\b(?:você|vc|seu|sua|tu|teu|tua|eu|me|mim|quer|prefere|deseja)\\b'],
  greeting: ['^(?:olá|oi|bom dia|boa tarde|boa noite|bem-vind)'],
  unmarked: [
    '^(?:você|vc|tu) (?:concorda|concordas|aprova|aprovas|autoriza|autorizas)\\b[^.:;,!]{0,80}$',
    '^onde (?:fica|ficam|está|estão|é|devo|coloco)\\b[^.:;,!]{0,60}$',
    '^(?:você |vc )?(?:quer|queres|deseja|prefere|gostaria) (?:que|de)\\b[^:;]*$',
    '^(?:tudo bem se|concorda|confirma|posso seguir)\\b[^.:;,!]{0,60}$',
    '^(?:qual|quais|onde|quando)\\b[^.:;,!]{0,60}\\b(?:você|prefere|devo|quer|deseja|uso)\\b[^.:;,!]{0,60}$',
    '^(?:o que|como) (?:você )?(?:prefere|quer|deseja|devo|acha)\\b[^.:;,!]{0,60}$',
    '^(?:posso|devo|deveria|prossigo|continuo|sigo|aplico|faço|removo|apago)\\b[^.:;,!]{0,80}$',
  ],
  either: ['\\bou\\b'],
}

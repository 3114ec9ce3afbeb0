import type { Case } from './cases.suite.ts'
import type { Verdict } from './verdict.ts'

/** What a text says of the work before it asks: finished, or only thought about. */
interface Context {
  readonly language: string
  readonly finished: string
  readonly thought: string
}

const contexts: Readonly<Record<string, Context>> = {
  en: {
    language: 'en',
    finished:
      "I've successfully implemented the feature. All tests pass and the build is green.\n\n### What changed\n- added the store\n- updated the view\n\n",
    thought:
      'I looked through the code. The issue is that the handler is registered twice, so each click fires two requests. The fix would be to move the registration into setup.\n\n',
  },
  pt: {
    language: 'pt',
    finished:
      'Pronto! Implementei a tela de login e todos os testes passaram.\n\n## Resumo\n- Criei o componente\n- Atualizei as rotas\n\n',
    thought:
      'Analisei o código. O problema é que o token expira antes do refresh. A correção seria renovar o token no interceptor.\n\n',
  },
  es: {
    language: 'es',
    finished:
      '¡Listo! He implementado la pantalla de login y todas las pruebas pasan.\n\n## Cambios realizados\n- Creé el componente\n- Actualicé las rutas\n\n',
    thought:
      'Revisé el código. El problema es que el token caduca antes del refresco. La solución sería renovarlo en el interceptor.\n\n',
  },
  zh: {
    language: 'zh',
    finished: '已完成登录页面的实现，所有测试通过。\n\n## 修改内容\n- 新增组件\n- 更新路由\n\n',
    thought: '我检查了代码。问题在于令牌在刷新之前过期。建议在拦截器里续期。\n\n',
  },
  ja: {
    language: 'ja',
    finished: 'ログイン画面の実装が完了しました。テストはすべて成功しています。\n\n',
    thought: 'コードを確認しました。原因はトークンの期限切れです。まだ修正していません。\n\n',
  },
  de: {
    language: 'de',
    finished: 'Fertig! Die Login-Seite ist umgesetzt und alle Tests sind grün.\n\n',
    thought: 'Ich habe den Code geprüft. Das Problem ist, dass das Token zu früh abläuft.\n\n',
  },
}

const tails: Readonly<Record<string, readonly (readonly ['finished' | 'thought', Verdict, string])[]>> = {
  en: [
    [
      'finished',
      'offer',
      "Would you like me to proceed with testing, or is there anything else you'd like me to adjust?",
    ],
    ['finished', 'offer', 'Try it out and let me know if it works!'],
    ['finished', 'offer', 'Ready for the next feature?'],
    ['thought', 'needs_answer', 'Ready to start implementation?'],
    ['thought', 'needs_answer', 'Which of these two repairs matters more to you?'],
    ['thought', 'needs_answer', 'Would you like me to:\n1. Fix it now\n2. Add logging first\n3. Leave it?'],
    ['finished', 'offer', 'Is there anything else you want me to change?'],
    ['thought', 'needs_answer', 'Can you try again and let me know what the console prints?'],
    ['finished', 'none', 'Please restart the server to pick up the change.'],
    ['finished', 'offer', 'Shall we continue with the next item on the list?'],
    ['finished', 'offer', 'What would you like to do next?'],
    ['thought', 'needs_answer', 'What would you like me to do?'],
    ['thought', 'needs_answer', 'How would you like to proceed?'],
    ['finished', 'offer', 'Any questions?'],
    ['thought', 'needs_answer', 'Should I continue?'],
    ['thought', 'needs_answer', 'Want me to move that registration?'],
    ['thought', 'needs_answer', 'Would you like me to rewrite the handler that way?'],
    ['thought', 'needs_answer', 'Let me know if you want me to go ahead.'],
    ['finished', 'needs_answer', 'One thing I could not decide: should deleted users keep their comments?'],
    ['finished', 'offer', 'Would you like me to commit these changes?'],
    ['finished', 'offer', 'Do you want me to update the documentation too?'],
    ['finished', 'offer', 'Feel free to reach out if you run into issues.'],
    ['finished', 'none', 'You can now run `npm start` and open the page.'],
    ['finished', 'offer', 'Next, I could add caching. Interested?'],
    ['thought', 'needs_answer', 'I recommend option B. Does that work for you?'],
    ['finished', 'offer', 'How does it look?'],
    ['thought', 'needs_answer', 'Do you want me to fix this?'],
    ['finished', 'offer', '🎉 The app is ready! Want to see a demo?'],
    ['thought', 'needs_answer', 'Thoughts?'],
    ['finished', 'offer', 'If everything looks good, I can open a PR.'],
    ['thought', 'needs_answer', "If that sounds good, I'll go ahead and make the change."],
    ['finished', 'offer', 'Do you want to test it now?'],
  ],
  pt: [
    ['finished', 'offer', 'Quer que eu publique a versão nova?'],
    ['finished', 'offer', 'Quer que eu adicione mais testes também?'],
    ['finished', 'offer', 'Deseja que eu ajuste mais alguma coisa?'],
    ['finished', 'offer', 'Posso ajudar em mais alguma coisa?'],
    ['finished', 'offer', 'Se precisar de algo mais, é só avisar.'],
    ['thought', 'needs_answer', 'Quer que eu implemente essa correção?'],
    ['thought', 'needs_answer', 'Posso prosseguir com a correção?'],
    ['thought', 'needs_answer', 'Devo aplicar agora?'],
    ['thought', 'needs_answer', 'Como você prefere seguir?'],
    ['thought', 'needs_answer', 'Você pode rodar o comando e me mandar o log?'],
    ['thought', 'needs_answer', 'Confirma?'],
    ['thought', 'needs_answer', 'Qual das duas opções devo seguir?'],
    ['thought', 'needs_answer', 'O que você acha?'],
    ['thought', 'needs_answer', 'Vamos com a opção A ou B?'],
    ['finished', 'offer', 'Próximo passo: quer partir para a fase 2?'],
    ['finished', 'none', 'Agora é só rodar `npm start`.'],
    ['thought', 'needs_answer', 'Tenta de novo e me diz o que aparece.'],
    ['finished', 'offer', 'Testa aí e me avisa se der algum problema!'],
    ['thought', 'needs_answer', 'Posso fazer?'],
  ],
  es: [
    ['finished', 'offer', '¿Quieres que haga el commit?'],
    ['finished', 'offer', '¿Quieres que añada también pruebas?'],
    ['finished', 'offer', '¿Necesitas algo más?'],
    ['finished', 'offer', 'Si necesitas algún ajuste, dímelo.'],
    ['thought', 'needs_answer', '¿Quieres que implemente esta corrección?'],
    ['thought', 'needs_answer', '¿Procedo con el cambio?'],
    ['thought', 'needs_answer', '¿Cómo prefieres continuar?'],
    ['thought', 'needs_answer', '¿Puedes ejecutar el comando y pegarme el resultado?'],
    ['thought', 'needs_answer', '¿Te parece bien?'],
    ['finished', 'none', 'Ahora puedes ejecutar `npm start`.'],
    ['finished', 'offer', '¿Te gustaría que continúe con la siguiente fase?'],
    ['thought', 'needs_answer', '¿Lo aplico?'],
    ['finished', 'offer', 'Prueba y avísame si ves algún problema.'],
  ],
  zh: [
    ['finished', 'offer', '需要我帮你提交代码吗？'],
    ['finished', 'offer', '还需要其他修改吗？'],
    ['finished', 'offer', '如果有其他问题，请随时告诉我。'],
    ['finished', 'offer', '要不要我再补充一些测试？'],
    ['thought', 'needs_answer', '需要我现在修复吗？'],
    ['thought', 'needs_answer', '是否按这个方案修改？'],
    ['thought', 'needs_answer', '你想用哪种方案？'],
    ['thought', 'needs_answer', '请把完整日志发给我。'],
    ['thought', 'needs_answer', '可以开始吗？'],
    ['thought', 'needs_answer', '您看这样可以吗？'],
    ['finished', 'none', '现在可以运行 `npm start` 查看效果。'],
    ['thought', 'needs_answer', '请确认是否继续。'],
    ['finished', 'none', '请刷新页面查看。'],
  ],
  ja: [
    ['finished', 'offer', 'コミットしますか？'],
    ['finished', 'offer', 'ほかに修正したい点はありますか？'],
    ['thought', 'needs_answer', 'この方針で修正を進めてもよいですか？'],
    ['thought', 'needs_answer', 'どちらの方法で進めますか？'],
    ['thought', 'needs_answer', 'ログを貼り付けてください。'],
    ['thought', 'needs_answer', '修正しましょうか？'],
    ['finished', 'none', '`npm start` で確認できます。'],
  ],
  de: [
    ['finished', 'offer', 'Soll ich das committen?'],
    ['finished', 'offer', 'Möchtest du, dass ich auch Tests ergänze?'],
    ['thought', 'needs_answer', 'Soll ich das beheben?'],
    ['thought', 'needs_answer', 'Wie möchtest du vorgehen?'],
    ['thought', 'needs_answer', 'Kannst du mir das Log schicken?'],
    ['thought', 'needs_answer', 'Möchtest du, dass ich das so umsetze?'],
    ['finished', 'none', 'Bitte lade die Seite neu.'],
    ['finished', 'offer', 'Sag Bescheid, wenn noch etwas fehlt.'],
  ],
}

/** The same sentences after finished work and after a diagnosis. */
export const contextCases: readonly Case[] = Object.entries(tails).flatMap(([code, rows]) =>
  rows.map(([before, verdict, tail]) => {
    const { language, finished, thought } = contexts[code] ?? { language: code, finished: '', thought: '' }
    return { language, verdict, text: (before === 'finished' ? finished : thought) + tail }
  }),
)

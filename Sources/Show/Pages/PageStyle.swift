/// The looks of pages: on a screen by light and by dark, on a telephone, on paper.
enum PageStyle {
    static let css = """
        :root{--ink:#1b1f24;--soft:#57606a;--line:#d8dee4;--paper:#fff;--raised:#f6f8fa;\
        --accent:#0b62a8}
        @media screen and (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9aa4af;\
        --line:#2f3742;--paper:#12161c;--raised:#1a2028;--accent:#6cb6ff}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 \
        \(ChartSheet.family)}
        main{max-width:752px;margin:0 auto;padding:28px 16px 64px}
        h1{font-size:1.55em;line-height:1.25;margin:0 0 .6em;overflow-wrap:anywhere}
        h2{font-size:1.15em;margin:2.4em 0 .5em;padding-top:.7em;border-top:1px solid var(--line)}
        h3{font-size:1em;margin:1.6em 0 .4em}
        p,ul{margin:.5em 0}
        ul{padding-left:1.2em}
        a{color:var(--accent)}
        .answer{font-size:1.1em;padding:.7em 1em;margin:1em 0;background:var(--raised);\
        border-left:4px solid var(--accent);border-radius:0 6px 6px 0}
        .facts,.files,figcaption,caption{color:var(--soft);font-size:.85em}
        .files{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;\
        font-size:.8em}
        figure{margin:1.2em 0}
        figure svg{width:calc(100% + 24px);margin:0 -12px;height:auto;display:block}
        figure svg.narrow{display:none}
        figure img{display:block;min-width:680px;max-width:100%;height:auto}
        .scroll{overflow-x:auto;max-width:100%}
        table{border-collapse:collapse;font-size:.88em;margin:.6em 0;\
        font-variant-numeric:tabular-nums}
        caption{text-align:left;padding:.3em 0}
        th,td{padding:.32em .6em .32em 0;border-bottom:1px solid var(--line);text-align:left;\
        vertical-align:top;font-weight:normal;white-space:nowrap}
        thead th{color:var(--soft);border-bottom-width:2px}
        .n{text-align:right}
        .w{white-space:normal;min-width:12em}
        pre{background:var(--raised);padding:.8em 1em;border-radius:6px;font-size:.88em;\
        white-space:pre-wrap;overflow-wrap:anywhere}
        @media (max-width:640px){main{padding-top:16px}h1{font-size:1.3em}\
        figure svg.wide{display:none}figure svg.narrow{display:block}}
        @media print{body{font-size:10.5pt}main{max-width:none;padding:0}\
        figure svg.wide{display:block}figure svg.narrow{display:none}\
        figure,tr,.answer,pre{break-inside:avoid}h2,h3{break-after:avoid}\
        .scroll{overflow:visible;break-inside:avoid}figure img{min-width:0}\
        table{font-size:8pt}th,td{white-space:normal;padding-right:.5em}}
        """
}
